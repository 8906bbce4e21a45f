// Whoever may ask the codec server reads what Temporal holds sealed, and may send what only our surfaces can seal. So everybody shows
// a secret. Programs (the Temporal CLI) send the token as a bearer. The Temporal Web UI sends no bearer to a plain http address, and to an
// https one only the token of its own sign-in; what it does send is the address it was given, so its address holds a ticket, made of the
// token. The ticket counts only together with the Origin of an allowed page: it stands in a setting of the Web UI that others may
// read, and must not be worth more there than a page of that UI already is.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface Callers {
  readonly token: string;
  /** Pages that may ask from a browser. */
  readonly origins: readonly string[];
}

export interface Asked {
  readonly authorization: string | undefined;
  /** Of the address, when it has one. */
  readonly ticket: string | undefined;
  readonly origin: string | undefined;
}

/** The Web UI's own secret: whoever reads it in the address does not have the token. */
export const ticketOf = (token: string): string =>
  createHmac('sha256', token).update('turnkeep codec web ui v1').digest('base64url');

/** Tells tokens apart in the audit; tells nothing of the token. */
export const tokenIdOf = (token: string): string =>
  createHash('sha256').update('turnkeep codec token id').update(token).digest('hex').slice(0, 8);

/** Who asks, as the audit names it; undefined: nobody who may. */
export const admitCaller = ({ token, origins }: Callers, asked: Asked): string | undefined => {
  if (asked.authorization !== undefined) {
    const [, shown = ''] = /^Bearer +(\S+)$/i.exec(asked.authorization) ?? [];
    if (isSame(shown, token)) return `token:${tokenIdOf(token)}`;
    // A Web UI may send the bearer of its own sign-in along; then its ticket decides.
  }
  const isPage = asked.origin !== undefined && origins.includes(asked.origin);
  return isPage && isSame(asked.ticket ?? '', ticketOf(token)) ? `webUi:${tokenIdOf(token)}` : undefined;
};

/** In the same time wherever they differ. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
const digest = (text: string): Uint8Array => createHash('sha256').update(text).digest();
