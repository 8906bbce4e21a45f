/** What may cross a wire: plain JSON. No Date, Map or bigint; instants are epoch ms, money a decimal string. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };
