/** What one comparison came to: a disagreement, or something that could not be compared. Agreement is silent. */
export type Finding = { readonly error: string } | { readonly unchecked: string };
