// Words that tell several wishes of one case apart, as data: nothing here decides. They run on plain text (read-text.ts); gaps are
// bounded.

const VERB = '(?:cancel|call off|return|refund|reimburse|send back)';

/** Where a clause with a wish of its own begins. */
export const CUT = new RegExp(
  `(?:[;,]|\\band\\b|\\bthen\\b|\\bplus\\b|\\bbut\\b)(?= ?(?:(?:and|then|also|please|to|i|you|we|can|could|will|would|like|want|need|just|for) ){0,6}${VERB}\\b)`,
);

/** Money back for what is cancelled is no wish of its own. */
export const CANCEL_AND_REFUND =
  /\bcancel(?: (?:it|this|that|them|the order|my order))? and (?:then )?(?:to )?(?:(?:get|receive|have|want|issue|give me) (?:an? |my |the )?(?:full |complete )?(?:refund|money back)|refund(?: (?:me|it))?)\b/g;

export const CANCEL_WORD =
  /\b(?:cancel|cancell?ing|cancellation of|call off)\b|\b(?:want|like|need|have|get|please)(?: [\w#']+){0,6} cancell?ed\b/;
/** Cancelling something that is no order. */
export const CANCEL_OTHER =
  /\bcancel (?:that|my|the|this|a) ?(?:return|refund|request|exchange|subscription|account|membership|appointment|newsletter)?\b(?<=return|refund|request|exchange|subscription|account|membership|appointment|newsletter)/;
export const CANCEL_NEGATED =
  /\b(?:not|never|without|instead of|rather than|no need to)(?: (?:want|need|wish|like|going|have|asking|ask|you|to|please|just|yet|even|really)){0,5} cancel/;
export const CANCEL_QUESTION: readonly RegExp[] = [
  /\bcancell?(?:ation)? (?:policy|policies|fees?|rules|window|deadline)\b/,
  /\b(?:how (?:do|does|can|would|long|many|much|to)|what (?:if|happens|would))\b(?: [\w#-]+){0,6} cancel/,
  /\b(?:should i|do i have to|who|why|did (?:you|i|someone|somebody)) (?:\w+ )?cancel/,
  /\b(?:what (?:happened|is|about|became)|where|when|how|has|was|is|did|any (?:news|update)|status)\b(?: [\w#'-]+){0,6} cancell?ation\b/,
  /\b(?:should|could|would|must|might) have (?:\w+ )?cancell?ed\b|\b(?:i|we|you|they) (?:(?:have|had|already|just) ){0,3}cancell?ed\b/,
];
/** A wish not to get an order that was placed. */
export const CANCEL_IN_OTHER_WORDS =
  /\b(?:no longer|not) (?:want|need|require)(?: to (?:get|receive|have))? (?:the|my|this|that|these|those)(?: (?:whole|entire|new|current|last|latest|pending|other)){0,2} orders?\b|\bstop (?:the|my|this|that)(?: \w+)? order\b|\bnot (?:want to )?receive (?:the|my|this|that)(?: \w+)? (?:order|delivery)\b/;

/** Every order that can still be cancelled. */
export const ALL_ORDERS =
  /\b(?:all|both|every|each)(?: (?:of|one of))?(?: (?:the|my|these|those))?(?: (?:pending|open|two|three|four|other))? orders?\b|\beverything (?:that is )?pending\b/;

/** Orders told apart by what they hold. */
export const SEVERAL_ORDERS = /\borders\b|\bboth\b|\band the (?:other )?one\b/;

export const BY_MISTAKE =
  /\b(?:by (?:a )?mistake|by accident|accidentally|mistakenly|unintentionally|in error|an accident|wrongly ordered|(?:was|is) a mistake|ordered (?:it |them |this |that )?(?:twice|wrong\w{0,2})|not mean to (?:order|buy|place))\b/;

export const NOT_NEEDED =
  /\b(?:no longer (?:need|want|required?|necessary)\w{0,2}|not (?:need|want|require)\w{0,2}|changed my mind|unnecessary|too (?:late|expensive|big|small)|cheaper|better (?:price|deal))\b/;

/** What makes a wish depend on something the reader can not weigh. */
export const DEPENDS =
  /\b(?:if|unless|otherwise|in case|depending|either|whichever|cheapest|priciest|maybe|perhaps|possible|possibly|(?:most|least|more|less) expensive|or (?:cancel|return|refund|exchange|keep|(?:order |my order )?#?w\d{7}))\b/;

export const ADDITION =
  /^(?:oh,? |yes,? |ok,? |okay,? |and )?(?:also|and|plus|as well|in addition)\b|\b(?:as well|too)$/;
export const INSTEAD = /\b(?:instead|rather than|changed my mind)\b/;

/** What support has no tool for and the customer may still want the rest without. */
export const SIDE_TOPICS: ReadonlySet<string> = new Set([
  'a coupon or a discount',
  'marketing e-mails',
  'help with a product',
  'a new order',
  'an invoice',
]);

/** One thing or another, not both. */
export const ALTERNATIVE =
  /\b(?:otherwise|or else|if not|failing that|either(?! of (?:them|these|those|it))|whichever|if (?:that|it|this|you|they) (?:is|are|do|does|can) not|as an alternative|alternatively)\b|\bor (?:the|my|a|an|rather)\b|\b(?:one|only one) of\b(?! (?:the items is|them is))/;

/** An order that is to stay as it is. */
export const KEEPS_ORDER =
  /\b(?:keep\w{0,3}|leav(?:e|ing)|stays?|remains?|not touch|hands off|untouched|except\w{0,3}|excluding|apart from|other than|instead of|rather than|still (?:want|need)|do (?:want|need)|(?:look|looking) forward to)\b|\bnot (?:for |the |my |of |on )?(?:orders? )?#?w\d{7}\b|\b(?:is|are) (?:fine|ok|okay|good|great|perfect)\b/;

/** All orders but some that are named. */
export const ALL_EXCEPT =
  /\b(?:everything|all|every)\b(?: [\w']+){0,4} (?:except\w{0,3}|but|apart from|other than|excluding)(?: for)?(?: the| my)?(?: orders?)? #?w\d{7}/;

/** "Refund 52.01 for #W1234567 and 51.05 for the shirt of #W7654321": two wishes with one verb. */
export const AMOUNT_OF_NEXT =
  /(w\d{7})(?:,| and|, and) (?=(?:\$|usd )?\d{1,6}(?:\.\d\d)? ?(?:\$|usd|dollars)? ?(?:for|of|from|on)\b[^.;!?\n]{0,60}?w\d{7})/g;

/** Beside items that are named: more of the order. */
export const AND_THE_REST =
  /\b(?:everything else|all else|(?:all )?the (?:rest|others?|remaining|other (?:items?|things?|ones?)))\b/;

/** Takes back what was asked for earlier. */
export const WITHDRAWS =
  /\b(?:never ?mind|changed my mind|on second thoughts?|forget (?:it|that|about|the|my)|withdraw\w{0,3}|take (?:it|that|this) back|(?:stop|cancel|call off|undo|drop|revoke) (?:it|that|this|the|my) ?(?:refund|return|request|cancell?ation)\b|do not (?:refund|cancel|pay|do (?:it|that))|(?:want|like|prefer|going|rather|decided|will) (?:to )?keep|wrong (?:item|order|one))\b/;
/** Asks for something done to be taken back. */
export const UNDOES = /\b(?:undo|reverse|revert|reinstate|take back) (?:that|the|my|this|it)\b/;
