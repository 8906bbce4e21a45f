/** The forms an export is written in. */
export const exportFormats = ['json', 'jsonl', 'csv', 'md'] as const;
export type ExportFormat = (typeof exportFormats)[number];
