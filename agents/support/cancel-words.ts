// The words of a plain wish to cancel, as data in plain words (plain-words.ts) in which every order stands as one letter between
// marks: `<x>` the order that is judged, `<o>` any other. What is plain is a list of what is allowed; what makes it less than plain
// is generous. Gaps are bounded: linear time.

/** Said before a wish without changing it. */
const OPENING =
  '(?:(?:hi|hello|hey|there|dear|team|support|please|kindly|ok|okay|so|and|then|also|just|now|yes|actually|thanks|thank you)[ ,]{1,3})*';
const WANTED =
  "(?:(?:i|we)(?: would| do|'d)?(?: really| just| also| now)? (?:want|like|need|wish|have decided|decided|prefer)(?: for)?(?: you)? (?:to )?(?:please )?(?:also )?|(?:i am|we are|i'm) (?:asking|requesting)(?: you)? (?:to )?)";
const POLITE = '(?:(?:can|could|would|will|may) (?:you|i|we)(?: please| kindly| also| just)* |would you mind )';
const VERB = '(?:cancel(?:ling)?|call off|(?:the |a )?cancell?ation (?:of|for))';
const NAMED =
  '(?: ?(?:please|also|all|both|the|my|our|this|that|these|those|pending|entire|whole|complete|following|two|three|four|orders?|number|numbers|no\\.?|nr\\.?|id|of)\\b|[,:])*';

/** `cancel ...`, up to where the orders begin. */
export const CANCEL_ASKED = new RegExp(`^${OPENING}(?:${WANTED}|${POLITE}|go ahead and )?${VERB}${NAMED} ?(?=<)`);
/** `I want ... cancelled`, up to where the orders begin. */
export const WANTED_CANCELLED = new RegExp(
  `^${OPENING}(?:(?:i|we)(?: would|'d)?(?: really| just| also)? (?:want|like|need)(?: to have)?|please have)${NAMED} ?(?=<)`,
);
export const POLITE_QUESTION = new RegExp(`^${OPENING}${POLITE}`);
/** A plain list of orders. */
export const ORDER_LIST =
  /^<[xo]>(?:(?: ?,| ?&| and| plus| as well as)(?: ?,)?(?: and)?(?: also)?(?: (?:the|my))?(?: orders?)?(?: number)? ?<[xo]>)*/;
/** What may stand behind the orders: an end, a courtesy, a reason. */
export const AFTER_ORDERS =
  /^ ?(?:$|[,()–—-]|(?:please|because|since|as|for me|too|thanks|thank you|now|today|immediately|asap|right away|at once|and|but|which|it|they|both|all|i|we|due)\b)/;

/** A clause before the wish that says why, or asks for something else. */
export const REASON_OR_WISH =
  /\b(?:need|want|mistake|accident|accidentally|mind|expensive|cheaper|wrong|twice|unnecessary|error|longer|found|moved|refund|return|cancel|ordered|placed|bought)\b/;

/** Reasons with a word in them that would make something else less than plain. */
export const REASONS_IN_WORDS: readonly RegExp[] = [
  /\b(?:(?:do|did|does|am|is|are|was|will|would) )?not (?:really |actually |even |going to )?(?:need|want|require|use|like|mean|intend|suit|fit|necessary|needed|wanted)\w{0,2}(?: (?:it|them|this|that|these|those|any ?more|to (?:order|buy|place|have)))*/g,
  /\bno (?:longer|more)\b/g,
  /\bnot any ?more\b/g,
  /\bwhen (?:will|do|does|can) [^?.!]{0,40}(?:money|refund)\b/g,
];

/** Whatever it is said of, the wish is not plain: it depends on something, or is corrected. */
export const UNSETTLED =
  /\b(?:if|unless|once|after|before|until|till|when|while|as soon as|provided|otherwise|or|either|neither|whichever|maybe|perhaps|possibly|instead|rather|meant|i mean|correction|wait|hold on|on hold|should have|could have|would have|had i)\b/;

/** Said of an order, or of nothing in particular: it is not to be cancelled, or asked about. */
export const NOT_THIS =
  /\b(?:keep\w{0,3}|kept|leav\w{1,3}|left|stay\w{0,3}|remain\w{0,3}|not|never|no|none|nor|but|except\w{0,3}|exclud\w{1,3}|apart from|other than|only|alone|still|without|don't|dont|where|whether|status|track\w{0,4}|question|why|how|who|untouched|touch|as (?:it|they) (?:is|are)|as planned|going ahead|go ahead with|look(?:ing)? forward|undo|reinstate|already)\b/;

/** A question about the money, or for a word back, asks for nothing else. */
export const QUESTION_OF_MONEY = /\b(?:money|refund|confirm|confirmation|thank)\b/;
