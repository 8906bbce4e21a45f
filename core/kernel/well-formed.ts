const LONE_SURROGATE = /\p{Surrogate}/u;

/** True when every UTF-16 surrogate has its twin, so that the text has exactly one UTF-8 form. */
export const isWellFormed = (text: string): boolean => !LONE_SURROGATE.test(text);
