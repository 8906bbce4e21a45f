// A task's instruction, written to somebody who plays the customer, turned into what that customer says: sentences about who they
// are and how to behave are left out, what hangs on what the agent does is held back, the rest is said in the first person.

export interface Instruction {
  /** What is said at once. */
  readonly opening: string;
  /** Wishes said when the agent asks for a confirmation, or at the end when it never does. */
  readonly later: readonly string[];
  /** What is said when the agent can not do something. */
  readonly otherwise: readonly string[];
}

const WISH_WORDS =
  /#W\d{7}|\b(?:return|refund|cancel|exchange|modif|change|order|want|need|would like|bought|received|item|money|gift card|paypal|credit card)\w{0,6}\b/i;

/** Names, e-mail addresses, zip codes: the customer is verified before the case begins. */
const IDENTITY =
  /^(?:[Yy]our (?:name|e-?mail|user id|zip|address)\b|[Yy]ou(?:'re| are) (?:[A-Z][\w'-]+ ){1,2}(?:in|with|from|living|residing|and your)\b|[Yy]ou(?:'re| are) [A-Z][\w'-]+ [A-Z][\w'-]+$|[Yy]ou (?:live|reside) in\b)/;
const CHARACTER =
  /^you(?:'re| are) (?:an? |very |quite |also |not )?[a-z-]+(?:(?:, | and |, and )(?:an? |very )?[a-z-]+)*$/i;
const BEHAVIOUR =
  /\b(?:do not|don't|never|only|try to|avoid|make sure|be) (?:\w+ ){0,3}(?:reveal|mention|volunteer|disclose|polite|concise|brief|rude|impatient|provide|talk)\b|\bas (?:short|brief|concise) as\b|\bone (?:thing|item|request) at a time\b/i;
const CONFIRMATION =
  /\bif (?:the )?(?:agent|they|it|representative|you are|customer service)\b[^,]{0,60}\bconfirm\w*[^,]{0,30}, ?/i;
const ON_CONFIRMATION = /\b(?:asks?|asked) (?:you )?(?:for|to) (?:\w+ ){0,3}confirm\w*/i;
const CONDITION = /^(?:if|in case|otherwise|unless)\b/i;
/** What hangs on what the agent does, not on how things stand. */
const ON_AGENT =
  /\b(?:agent|they|representative|asked|asks|possible|can ?not|can't|unable|able|refuse\w{0,2}|decline\w{0,2}|offer\w{0,3}|allow\w{0,3}|insist\w{0,2}|den(?:y|ies)|say|says|suggest\w{0,2})\b/i;
/** Said when something else is over. */
const AFTERWARDS = /^(?:once|after|when|as soon as) (?:that|this|the agent|it|they|everything)\b[^,]{0,60}, ?/i;

const sentencesOf = (text: string): readonly string[] =>
  text
    .split(/(?<=[.!?;])\s+(?=[A-Z#"'])|\n+/)
    .map((sentence) => sentence.trim().replace(/\s+/g, ' '))
    .filter((sentence) => /\w/.test(sentence));

const isDropped = (sentence: string): boolean => {
  const bare = sentence.replace(/[.!?;]+$/, '');
  if (BEHAVIOUR.test(bare)) return true;
  if (IDENTITY.test(bare)) return true;
  return CHARACTER.test(bare) && !WISH_WORDS.test(bare);
};

/** "Your name is A B and you want to return it" says more than a name. */
const withoutIdentity = (sentence: string): string => {
  if (!IDENTITY.test(sentence)) return sentence;
  const rest =
    /(?:,| and| who)\s+((?:you )?(?:want|wants|need|would like|have|bought|ordered|received|are)\b.*)$/i.exec(
      sentence,
    )?.[1];
  if (rest === undefined || !WISH_WORDS.test(rest)) return sentence;
  return /^you\b/i.test(rest) ? rest : `You ${rest}`;
};

const PERSON: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:you )?(?:want|ask|tell|would like|need) (?:the )?(?:agent|customer service|representative|assistant) to\b/gi,
    'please',
  ],
  [/\byou are\b|\byou're\b/gi, 'I am'],
  [/\byou were\b/gi, 'I was'],
  [/\byou'(ve|d|ll)\b/gi, "I'$1"],
  [
    /\b(to|for|of|with|from|by|give|gives|gave|refund|send|sends|sent|tell|tells|told|help|helps|let|lets|allow|allows|makes?|at|about) you\b(?! (?:want|need|would|have|had|are|do|can|could|will|should|bought|ordered|received|just|also|decided|realized|changed)\b)/gi,
    '$1 me',
  ],
  [/\byou\b/gi, 'I'],
  [/\byours\b/gi, 'mine'],
  [/\byourself\b/gi, 'myself'],
  [/\byour\b/gi, 'my'],
];

/** The sentence as the customer says it. */
export const toFirstPerson = (sentence: string): string => {
  const spoken = PERSON.reduce((text, [pattern, words]) => text.replace(pattern, words), sentence);
  return spoken.charAt(0).toUpperCase() + spoken.slice(1);
};

const SAYS =
  /^(?:please )?(?:you )?(?:also )?(?:mention|say|tell (?:them|the agent|him|her)|add|reply|respond|answer|ask)(?: that| if| for)? ?/i;

const toLater = (sentence: string): string => {
  const rest = sentence.replace(CONFIRMATION, '').trim();
  const said = rest === sentence ? (/,\s*(.+)$/.exec(sentence)?.[1] ?? sentence) : rest;
  return toFirstPerson(said.replace(SAYS, ''));
};

const toOtherwise = (sentence: string): string =>
  toFirstPerson((/,\s*(?:then )?(.+)$/.exec(sentence)?.[1] ?? sentence).replace(SAYS, ''));

/** Reads an instruction. Pure; the same text gives the same customer. */
export const readInstruction = (text: string): Instruction => {
  const opening: string[] = [];
  const later: string[] = [];
  const otherwise: string[] = [];
  for (const whole of sentencesOf(text)) {
    const sentence = withoutIdentity(whole);
    if (AFTERWARDS.test(sentence)) later.push(toFirstPerson(sentence.replace(AFTERWARDS, '').replace(SAYS, '')));
    else if (ON_CONFIRMATION.test(sentence)) later.push(toLater(sentence));
    else if (isDropped(sentence)) continue;
    else if (CONDITION.test(sentence) && ON_AGENT.test(sentence.split(',')[0] ?? ''))
      otherwise.push(toOtherwise(sentence));
    else opening.push(toFirstPerson(sentence));
  }
  return { opening: opening.join(' '), later, otherwise };
};
