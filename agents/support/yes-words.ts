// The words a plain yes is made of, what a question must say to be answered by one, and what spoils either, as data in plain words
// (plain-words.ts). A yes is a list of what is allowed, for nobody can list all that may stand beside one; a word too few has a
// person asked. Gaps are bounded: linear time.

export type Act = 'refund' | 'cancel';

interface ActWords {
  /** A question that offers the act. */
  readonly offered: RegExp;
  /** A question that offers something beside it, less of it, or its opposite. */
  readonly spoiled: RegExp;
}

const OFFER =
  '(?:^|[\\s,"])(?:(?:shall|should|may|can|could) (?:i|we)|(?:do|would) you (?:want|like) (?:me|us) to|do you confirm (?:that )?(?:i|we) (?:shall|should|may|can))' +
  '(?: (?:now|then|please|go ahead(?: and| with)?|proceed(?: and| with| to)?)){0,3} ';
const SPOILED =
  'not|never|or|if|whether|instead|rather|without|except|minus|less|only|half|part|partial(?:ly)?|percent|up to|about|around|keep|' +
  'exchange|replace|ask|check|tell|explain|wait|already|first|colleague|person|another|other|one item|items? of|some';

export const ACTS: Readonly<Record<Act, ActWords>> = {
  refund: {
    offered: new RegExp(
      `${OFFER}(?:refund|pay back|reimburse|(?:make|issue|process|start|send|do) (?:the|this|that|a|your) (?:full )?refund)\\b`,
    ),
    spoiled: new RegExp(`\\b(?:${SPOILED}|cancel\\w{0,8})\\b`),
  },
  cancel: {
    offered: new RegExp(`${OFFER}(?:cancel|call off)\\b`),
    spoiled: new RegExp(`\\b(?:${SPOILED}|change|return)\\b`),
  },
};

const COURTESY = '(?:please|thanks|thank you(?: (?:so|very) much)?|thanks a lot|hi|hello|hey|great|perfect|good)';
const YES =
  '(?:yes|yeah|yep|yup|sure|ok|okay|correct|right|exactly|agreed|absolutely|of course|confirmed|i confirm(?: (?:it|that|this))?|i agree|' +
  "go ahead|please do|do it|do that|do so|proceed|sounds good|that(?: is|'s) (?:right|correct|fine|ok|okay|good))";
const WHAT = '(?: (?:it|that|this|exactly that))?';
const ORDER = '(?: (?:for|of) (?:the |my |this )?(?:order ?)?(?:#?w\\d{7})?)?';
const REPEATED: Readonly<Record<Act, string>> = {
  refund: `(?:refund${WHAT}(?: exactly)?(?: \\$?\\d+\\.\\d{2}(?: (?:usd|dollars))?)?${ORDER})`,
  cancel: `(?:cancel${WHAT}(?: (?:the |my |this )?order)?(?: #?w\\d{7})?)`,
};
const clauseOf = (act: Act): RegExp =>
  new RegExp(
    `^(?:${COURTESY} )*${YES}(?: (?:${YES}|${COURTESY}))*(?: ${REPEATED[act]}(?: ${COURTESY})?)?$|^${COURTESY}$|^${REPEATED[act]}(?: ${COURTESY})*$`,
  );
const CLAUSES: Readonly<Record<Act, RegExp>> = { refund: clauseOf('refund'), cancel: clauseOf('cancel') };
const SAYS_YES = new RegExp(`^(?:${COURTESY} )*${YES}\\b`);

/** Whether the first sentence is a yes and nothing else. The rest is read for doubts, not for a yes. */
export const isPlainYes = (plain: string, act: Act): boolean => {
  const sentence = (plain.trim().split(/[.!](?!\d)|\n/)[0] ?? '').trim();
  const clauses = sentence.split(/ ?[,;–—-]+ | ?, ?/).map((clause) => clause.trim());
  return clauses.some((clause) => SAYS_YES.test(clause)) && clauses.every((clause) => CLAUSES[act].test(clause));
};

/** Beside a yes, these make it less than plain: a condition, a wish of another kind, somebody's speech, words to the machine. */
export const CAUTION: readonly RegExp[] = [
  /[?"<>{}[\]|\\]|[^\P{Nd}0-9]|(?:^|\n) ?(?:system|assistant|agent|user) ?:/u,
  /\b(?:no|nope|not|never|none|nothing|nor|neither|but|however|although|though|except|unless|until|if|when|before|after|first|later|tomorrow|wait)\b/,
  /\b(?:maybe|perhaps|probably|guess|suppose|think|hope|unsure|wonder\w{0,4}|might|may|could|would|should|rather|instead|only|just|also|another|other|else|different|more|less|too)\b/,
  /\b(?:make it|chang\w{1,3}|reduc\w{1,3}|lower|raise|increas\w{1,3}|add|plus|double|twice|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w{3,6}teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand)\b/,
  /\b(?:what|why|how|who|which|where|question|explain|tell|says?|said|wrote|told)\b/,
  /\b(?:instructions?|rules?|prompt|ignore|override|confirmed by|approved by|admin|policy|everything|all of)\b/,
  /\b(?:euros?|eur|pounds?|gbp|half|part|share|rest)\b|[€£¥%]/,
];

/** In a question, or in what it refers to: not the whole of what is named. */
export const SHARED =
  /\b(?:half|(?:part|share|rest|most|some) of|partial(?:ly)?|percent|minus|less|up to|at most|deduct\w{0,5}|keep the rest|excluding)\b|%/;
