// The words the offline reader knows, as data: nothing here decides. All patterns run on text that read-text.ts made plain
// (lower case, contractions written out, one space). Gaps are bounded, so that no text takes more than linear time.

/** A wish to get money back; `return` only with something to return after it. */
export const REFUND_WORD =
  /\b(?:refund(?:s|ed|ing|able)?|reimburse(?:d|ment)?|money back|cash back|my money|pay me back|credit me|(?:send|give|bring) (?:it|them|this|these|those|all|both|(?:both|all|two|one) of (?:it|them|these|those|the [\w-]+)|everything|the [\w-]+(?: [\w-]+){0,3}|my [\w-]+(?: [\w-]+){0,3}) back|send(?:ing)? back|\d[\d.,]{0,12} ?(?:\$|usd|dollars?|bucks)? back|take (?:it|them|this) back|(?<!\b(?:when|until|till|after|before|once|in|many) (?:you |i |we |they |he |she )?)return(?:ing)? (?!to\b|home\b|from\b|calls?\b|(?:my|the|your) (?:call|email|message|favou?r)|soon\b|later\b|customer|in\b|date\b)(?=\S)|(?:a|the|my|make|start|do|process) returns?\b(?! to\b))/;

export const REFUND_STATUS: readonly RegExp[] = [
  /\bwhere (?:is|are) (?:my|the|that|our)(?: \w+){0,2} (?:refund|money|reimbursement)\b/,
  /\bwhen (?:will|do|does|is|can|should)\b(?: [\w#-]+){0,5} (?:refund|money back|money|refunded)\b/,
  /\b(?:refund status|status of (?:my|the|that|a)(?: \w+){0,2} (?:refund|return))\b/,
  /\bnot (?:yet )?(?:received|got|gotten|seen|had|get|receive) (?:my|the|a|any|that|this)(?: \w+){0,2} (?:refund|money)\b/,
  /\bnever (?:received|got|gotten|saw) (?:my|the|a|any|that)(?: \w+){0,2} (?:refund|money)\b/,
  /\bwaiting (?:for|on) (?:my|the|a|that)(?: \w+){0,2} (?:refund|money)\b/,
  /\b(?:have (?:you|they|i)|(?:did|has|had) (?:you|it|they|that|this|the|my|i))\b(?: [\w#-]+){0,6} (?:refund|refunded|reimbursed|money back)\b/,
  /\b(?:was|were|is|are|been|got|already|just) (?:it |this |that |i |my [\w-]+ )?(?:already )?refunded\b/,
  /\byou (?:already )?refunded\b/,
  /\brefund (?:has|did|was|is|have) (?:not |never )?(?:yet )?(?:arrive|arrived|come|came|been|processed|issued|late|missing|there|shown|showed)\b/,
  /\b(?:is|was|has|are) (?:my|the|that|this|our)(?: \w+)? refund(?: [\w.$#]+){0,5} (?:approved|done|made|decided|through|pending|processed|confirmed|ready)\b/,
  /\bdid (?:it|that|this|everything) (?:all )?(?:go through|work)\b|\bis (?:it|that|this) (?:all )?(?:done|through|decided|approved)(?: (?:yet|now|already))?$/,
  /\bwhy (?:was|have|has|did|is)\b(?: [\w#-]+){0,5} refund(?:ed)?\b/,
];

/** Asks about refunds without asking for one. */
export const REFUND_QUESTION: readonly RegExp[] = [
  /\b(?:refunds?|returns?) (?:policy|policies|window|period|rules|label|deadline)\b/,
  /\bhow (?:do|does|can|would|long|many|much|to|is|are)\b(?: [\w#-]+){0,8} (?:refunds?|refunded|return|returns|returned|money)\b/,
  /\b(?:eligible|entitled|refundable|returnable)\b|\b(?:is it|am i|are we|not) (?:now |already )?too late\b/,
  /\bis it possible\b|\bwould it be possible to know\b/,
  /\bwhat (?:if|happens|would|is|are|about)\b(?: [\w#-]+){0,8} (?:refunds?|refunded|return|returns|returned|money)\b/,
  /\bif (?:i|we|you) (?:were to |was to |wanted to |want to |decide to |decided to |could )?(?:return|returned|send|sent|get|got|refund|refunded)\b/,
  /\bdo you (?:offer|accept|do|give|allow|have|take|even)\b/,
  /\b(?:can|could|may|would) (?:i|we|it|this|they) (?:still|even|ever|theoretically|maybe)\b/,
  /\b(?:wondering|curious|unsure|not sure|tell me|explain|know|ask) (?:if|whether|how|about|what|when)\b/,
  /\b(?:hypothetically|should (?:i|we)|my (?:friend|colleague|neighbou?r|sister|brother) (?:got|received|had))\b/,
];

/** Words that make a mention of a refund a request. */
export const REQUEST_MARK =
  /\b(?:want|wants|would (?:also |really |just |much |rather |still ){0,2}(?:like|love)|(?:should|to|must) be|need|needs|please|demand|request|require|asking|ask|looking|hope|wish|expect|insist|deserve|must|prefer|give me|get|have|issue|process|make|start|can you|could you|would you|will you|can i|could i|may i|let me|i am returning|returning|i return|sending|going to return|decide|refund (?:me|my|the|it|this|that|them|these|those|order|both|everything|all|us|for|of|\$|usd|#?w\d|\d)|reimburse me|pay me back|credit me)\b|[,;:-] (?:please |just )?(?:return|refund|send back)\b|^(?:and |then |so |just |kindly |now |also |yes,? |ok,? |hi,? |hello,? |hey,? )?(?:refund|return|reimburse|send back|money back)\b/;

const GAP =
  '(?: (?:want|need|like|looking|asking|ask|request|requesting|for|to|a|an|any|the|my|get|getting|interested|in|full|this|that|require|issue|process|give|expect|wish|would|be|start|make|receive)){0,5}';
export const REFUND_NEGATED: readonly RegExp[] = [
  new RegExp(
    `\\b(?:not|never|without|rather than|instead of|no need|no)${GAP} (?:refund|reimbursement|money back|return)s?\\b(?! (?:me|it|them|us|the|my)\\b)`,
  ),
  /\b(?:not|never|without|rather than|instead of)(?: (?:ever|yet|please|just))?(?: (?:want|need|like|have|wish|going|asking|planning)(?: you)?)?(?: to)? (?:refund|return|reimburse|send|returning|refunding)\b/,
];

/** Takes a wish back in the same breath. */
export const RETRACTED =
  /\b(?:never ?mind|forget (?:it|about it|that|the refund)|changed my mind about the (?:refund|return)|on second thought|(?:decide|decided|will|going|want|rather|prefer) (?:to )?(?:just )?keep (?:all|everything|it|them|the items|the order|this|both)|keep (?:all the items|everything) (?:anyway|after all))\b/;

export const LOST_PARCEL = 'a parcel that did not arrive';
export const OUTSIDE: readonly (readonly [topic: string, pattern: RegExp])[] = [
  [
    'an exchange',
    /\b(?:exchang\w{0,4}|swap\w{0,4}|replac(?:e|ed|ing|ement|ements)|trade it|send me (?:a new|another|a different)|(?:want|like|need|get|prefer)(?: [\w'-]+){0,6} in (?:an? |the )?(?:\w+ )?(?:size|colou?r))\b/,
  ],
  [
    'a change of an order',
    /\bmodif(?:y|ies|ied|ying|ication)\b|\b(?:change|update|edit|correct|switch|amend)(?: [\w#'-]+){0,4} (?:address|payment|order|items?|sizes?|colou?rs?|options?|material|delivery|shipping|name|email|e-mail|phone|method|quantity|it|card)\b/,
  ],
  [
    'a coupon or a discount',
    /\b(?:coupons?|vouchers?|promo(?: codes?)?|discounts?|price match\w{0,3}|match (?:the|their|that) price)\b/,
  ],
  [
    'a part of a price',
    /\b(?:partial|partly|half (?:of )?(?:the|my|price|refund|back)|(?:refund|pay|give)(?: me)? the difference|price (?:difference|adjustment)|\d{1,3} ?(?:%|percent)(?: off| of| back| refund)?)/,
  ],
  ['marketing e-mails', /\b(?:unsubscribe|stop (?:sending|emailing|spamming)|newsletters?|marketing|mailing list)\b/],
  [
    'the account',
    /\b(?:password|log ?in|sign ?in|delete my|my account details|account settings|close my account|my personal data)\b/,
  ],
  [
    'help with a product',
    /\b(?:troubleshoot\w{0,3}|repair\w{0,3}|warranty|guarantee|technician|fix (?:it|this|the|my))\b/,
  ],
  ['a new order', /\b(?:reorder|re-order|(?:want|like|need) to (?:order|buy|purchase)|place an order for)\b/],
  [
    'a complaint',
    /\b(?:complaint|lawyer|attorney|sue|legal action|compensat\w{1,4}|chargeback|dispute|fraud\w{0,4}|police)\b/,
  ],
  [
    'another destination for the money',
    /\b(?:bank (?:account|transfer)|iban|bitcoin|crypto\w{0,8}|wire transfer|venmo|zelle|cash app|(?:different|other|another|new|friend's|wife's|husband's|brother's|sister's|mother's|father's|someone(?: else)?'s|someone else) (?:\w+ )?(?:credit card|debit card|card|account|paypal))\b/,
  ],
  [
    'a charge',
    /\b(?:charged (?:me )?(?:twice|double|again|wrong\w{0,2}|too much)|overcharged|double charged?|charged twice)\b/,
  ],
  ['an invoice', /\b(?:invoice|copy of (?:the|my) receipt|vat)\b/],
  [
    LOST_PARCEL,
    /\b(?:never|not|did not|has not|have not) (?:\w+ )?(?:arrived?|came|come|been delivered|delivered|showed up|got here|received? (?:it|them|the (?:order|package|parcel|item)|my (?:order|package|parcel)|anything))\b|\b(?:package|parcel|order) (?:was|is|got|has been|must be) (?:lost|stolen)\b/,
  ],
];

export const NEGATED_BEFORE = /\b(?:not|no|never|without|instead of|rather than|than|neither|nor)(?: [\w'-]+){0,4} ?$/;

export const PERSON: readonly RegExp[] = [
  /\b(?:speak|talk|chat|connect(?:ed)?|transfer(?:red)?|pass(?:ed)?|put me|put through|escalate|reach|contact|hear from|deal with|call from)\b(?: [\w'-]+){0,4} (?:human(?: being)?|person|people|manager|supervisor|representative|rep|operator|someone|somebody|staff|employee|boss|agent)\b/,
  /\b(?:want|need|get|give|prefer|like|require|demand|is there|have|please|bring)\b(?: [\w'-]+){0,3} (?:human(?: being)?|real person|live person|manager|supervisor|representative|human agent|live agent|real agent|operator)\b/,
  /\b(?:put me through|call me|phone me|ring me|escalate (?:this|it|my)|no (?:more )?(?:bots?|robots?|machines?)|not (?:a|another|with a|to a) (?:bot|robot|machine|computer|ai))\b/,
  /^(?:a |an )?(?:human|agent|person|representative|operator|manager|supervisor)(?: please| now)?\b/,
];
export const NO_PERSON = /\b(?:no need|not (?:need|want|have|like)(?: to)?)(?: [\w'-]+){0,3} ?$/;

export const INJECTION: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass|skip)\b(?: [\w'-]+){0,4} (?:instructions?|rules?|prompts?|polic(?:y|ies)|guidelines|checks?|limits?|restrictions?)\b/,
  /\b(?:system prompt|developer mode|admin mode|debug mode|jailbreak|you are now|act as|pretend (?:to be|that you|you)|new instructions?|tool call|function call|process_refund|get_order|find_orders|hand_off|as (?:an? |the )?(?:admin|administrator|developer|system))\b/,
  /<\/?(?:system|assistant|tool|instructions?|user)\b|\[(?:system|inst|assistant)\b|(?:^|\n) ?(?:system|assistant) ?:|\{ ?"(?:tool|name|role|message|order_id)" ?:/,
];

export const STATUS_QUESTION: readonly RegExp[] = [
  /\bwhere (?:is|are|did)\b/,
  /\b(?:order|delivery|shipping|shipment) status\b|\bstatus\b|\btrack(?:ing)?\b/,
  /\bwhen (?:will|does|do|is|should|can|did|was)\b(?: [\w#-]+){0,6} (?:arrive|arrived|come|ship|shipped|delivered|delivery|get|here|be here)\b/,
  /\b(?:has|have|is|was|did|are)\b(?: [\w#-]+){0,5} (?:shipped|ship|delivered|arrived|arrive|dispatched|sent|left|pending|processed|cancelled|canceled|on (?:its|the) way)\b/,
  /\b(?:any (?:news|updates?)|update on|what is (?:going on|happening|up) with|check (?:on )?(?:my|the|an) order|how is my order|eta)\b/,
];
export const DETAILS_QUESTION: readonly RegExp[] = [
  /\b(?:what|which)\b(?: [\w#-]+){0,6} (?:order|orders|ordered|items?|in it|total|price|cost|paid|pay|payment|methods?|bought|buy)\b/,
  /\bhow much\b/,
  /\b(?:list|show|see|view|look up|lookup|find|tell me about|details|summary)\b(?: [\w#-]+){0,5} (?:orders?|purchases?|#?w\d{7}|items?|details)\b/,
  /\b(?:my orders|(?:my|the) (?:last|latest|recent|previous|first) orders?|order history|order details|details of|my purchases)\b/,
];

export const GREETING = /^(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|greetings|howdy|yo)\b/;
export const THANKS = /\b(?:thanks|thank you|thx|cheers|appreciate|that is all|all good|bye|goodbye)\b/;
export const YES =
  /^(?:yes|yeah|yep|yup|sure|ok|okay|correct|right|confirmed?|i confirm|go ahead|please do|do it|that is (?:right|correct|fine)|exactly|agreed|absolutely|of course|sounds good)\b/;
export const NO = /^(?:no|nope|nah|never ?mind|forget it|stop|do not|leave it|wait|hold on|cancel that)\b/;

export const WHOLE =
  /\b(?:everything|whole (?:order|thing|purchase|lot)|entire (?:order|thing|purchase)|complete order|full order|all (?:of )?(?:it|them|these|those|(?:the |my )?(?:items?|things|products|stuff|order))|(?:the|my|this|that|these|those|all) (?:\w+ )?(?:order|purchase|items|products|things)|both items|order (?:number |no |id )?#?w?\d{7}|#?w\d{7})\b/;
export const ALL_OF_THEM = /\b(?:both|all|each|every)\b/;
export const EXCEPT =
  /\b(?:except(?: for)?|excluding|besides|other than|apart from|but not|not counting|minus|without)\b/;
/** Said of what is not to go back. `Would like` and `would love` are wishes: only who likes something already keeps it. */
export const KEEPS =
  /(?<!\bnot (?:want |need |going |like )?(?:to )?)\b(?:keep|keeping|happy with|works? (?:fine|great|well|perfectly)|is (?:fine|great|good|perfect|ok|okay)|are (?:fine|great|good|perfect|ok|okay))\b(?! to\b)|(?:^|\b(?:i|we|they|and|but|do) )(?:(?:really|still|just|quite|do|all|absolutely) ){0,2}(?:like|love|enjoy)\b(?! to\b)|\b(?:likes|loves|loving|enjoys|loved)\b/;

export const GENERIC_OBJECTS: ReadonlySet<string> = new Set(
  'order orders item items money payment purchase purchases amount price total cost whole entire full stuff thing things product products package parcel everything refund return one ones original rest all both lot same my the it this that them full-price'.split(
    ' ',
  ),
);

export const REASONS: readonly (readonly [reason: string, pattern: RegExp])[] = [
  [
    'incomplete',
    /\bmissing (?:\w+ )?(?:pieces?|parts?|screws?|items?|accessories|cables?|components?)\b|\b(?:pieces?|parts?|screws?) (?:is|are|was|were) missing\b|\bincomplete\b/,
  ],
  [
    'damaged',
    /\b(?:damaged?|cracked|scratch(?:ed|es)?|chipped|dented|torn|ripped|smashed|shattered|leak(?:s|ing|ed)?|wet|crushed|stained)\b/,
  ],
  [
    'wrongItem',
    /\bwrong (?:item|one|product|colou?r|size|thing|model|kettle|version)\b|\bnot what i ordered\b|\b(?:sent|got|received) (?:me )?(?:the|a) (?:wrong|different)\b/,
  ],
  [
    'faulty',
    /\b(?:faulty|defect(?:ive|s)?|broken|broke|malfunction\w{0,5}|dead|(?:does|do|did|will|would) not (?:even )?(?:work|turn|start|charge|pair|connect|switch|power|boil|heat)|stopped working|not working|no longer works?)\b/,
  ],
  [
    'notAsDescribed',
    /\b(?:not as described|not as advertised|(?:does|do|did) not (?:look|match|fit the description)|nothing like|misleading|(?:poor|bad|terrible|awful|low) quality|cheaply made|not like the (?:pictures?|photos?))\b/,
  ],
  [
    'cheaperElsewhere',
    /\b(?:cheaper|better price|lower price|half the price|for less|another store|other store|elsewhere|overpriced)\b/,
  ],
  [
    'orderedByMistake',
    /\b(?:by mistake|by accident|accidentally|mistakenly|unintentionally|in error|ordered (?:it |them )?twice)\b/,
  ],
  ['late', /\b(?:too late|arrived late|came late|took too long|too slow|delayed|late delivery|weeks late|days late)\b/],
  [
    'noLongerNeeded',
    /\b(?:no longer (?:need|want|needed|wanted|use)|(?:do|did|does|would) not (?:need|want|like|fit|use|suit) (?:it|them|this|that|these|those|the|my|me|to keep|any ?more)\b|not fit|changed my mind|too (?:big|small|large|heavy|loud|tight|short|long)|unwanted)\b/,
  ],
];

export const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  'wireless earbuds': ['earbuds', 'ear buds', 'earphones', 'buds'],
  smartphone: ['phone', 'smart phone'],
  bicycle: ['bike'],
  sneakers: ['trainers', 'shoes'],
  wristwatch: ['watch', 'wrist watch'],
  'jigsaw puzzle': ['puzzle', 'jigsaw'],
  headphones: ['headset', 'head phones'],
  't-shirt': ['tshirt', 'tee', 'shirt'],
  'vacuum cleaner': ['vacuum', 'hoover'],
  'led light bulb': ['bulb', 'light bulb', 'led bulb'],
  'fleece jacket': ['jacket', 'fleece'],
  'espresso machine': ['espresso', 'espresso maker', 'coffee machine'],
  'coffee maker': ['coffee machine', 'coffeemaker'],
  'portable charger': ['charger', 'power bank', 'powerbank'],
  'makeup kit': ['makeup', 'make up'],
  'patio umbrella': ['umbrella', 'parasol'],
  backpack: ['rucksack', 'bag', 'back pack'],
  'luggage set': ['luggage', 'suitcase'],
  'dumbbell set': ['dumbbell', 'weights'],
  'e-reader': ['ereader', 'ebook reader'],
  notebook: ['note book'],
  skateboard: ['board', 'skate board'],
  laptop: ['computer'],
  'running shoes': ['shoes'],
  'indoor security camera': ['security camera'],
  bookshelf: ['shelf', 'book shelf'],
  'smart watch': ['smartwatch', 'watch'],
};
/** Last words of names that name nothing by themselves. */
export const WEAK_HEADS: ReadonlySet<string> = new Set(['set', 'kit', 'machine', 'maker', 'cleaner', 'mat']);

export const FOREIGN_WORDS: ReadonlySet<string> = new Set(
  (
    'quiero mi pedido reembolso dinero devolver gracias favor hola que necesito una por el la los mis ' +
    'je veux remboursement commande bonjour mon ma vous une le les est rembourser merci pour ' +
    'ich möchte bestellung geld zurück rückerstattung bitte meine nicht und der das ist hallo zurückgeben habe ' +
    'voglio rimborso ordine ciao grazie vorrei il mio indietro soldi quero meu obrigado olá dinheiro devolução ' +
    'ik wil mijn bestelling terug graag ' +
    'mit einem einen sprechen menschen mein wo ist wann kann avec personne parler où est con persona hablar dónde está'
  ).split(' '),
);
export const ENGLISH_WORDS: ReadonlySet<string> = new Set(
  'the i my to and is it of for you want please order refund return a this that not have with me on in would like was are can do get back money where what when how need hello hi item items'.split(
    ' ',
  ),
);
