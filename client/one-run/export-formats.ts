/** The forms an export is written in. */
export const exportFormats = ['json', 'jsonl', 'csv', 'md'] as const;
/** One of `exportFormats`. */
export type ExportFormat = (typeof exportFormats)[number];
