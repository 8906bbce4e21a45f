/** Millionths of a US dollar as `USD 0.001230`. */
export const dollars = (micro: number): string => `USD ${(micro / 1_000_000).toFixed(6)}`;
