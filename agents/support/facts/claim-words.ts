// The words by which a clause speaks of a deed, a decision or money, and the words that make it something else than a statement about
// what happened: a wish, an offer, a rule, a condition. Every repetition is bounded, so that a clause costs no more than its length.
const word = (alternatives: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\d_-])(?:${alternatives})(?![\\p{L}\\d_-])`, 'iu');

/** `the refund amount`, `a refund request`: about a refund, and no refund. */
export const COMPOUND =
  /(?<!\p{L})(?:refund|refunded|cancellation|payment|return|money) (?:amounts?|requests?|polic(?:y|ies)|rules?|methods?|reasons?|process|options?|questions?|windows?|terms|conditions)(?!\p{L})|(?<!\p{L})credit cards?(?!\p{L})|(?<!\p{L})(?:request|reason|amount|confirmation|need|sum|conditions?|rules?) (?:for|of) (?:a|the|your|any) (?:refund|cancellation|return)(?!\p{L})/giu;

const PAID_BACK =
  'waived|refund(?:s|ed|ing)?|reimburse(?:d|s)?|reimbursements?|repa(?:y|id|ys)|repayments?|compensated|pay-?outs?|paid out|(?:pa(?:y|id)|sent|gave|given|transferred|put|got|went|go|gone|goes) (?:you |it |the money |your money )?back|money back|chargebacks?|credited|reversed|reversal|money|funds|credit';
/** Money that goes back to the customer. */
export const OF_REFUND = word(PAID_BACK);
export const OF_CANCEL = word(
  'cancel(?:s|led|ed|ling|ing)?|cancellations?|call(?:ed|ing)? off|annul(?:led|ment)?|voided|revoked',
);
/** Where money ends that was paid back. */
export const AT_CUSTOMER =
  /(?<!\p{L})(?:(?:in|on|to|into) (?:your|the) (?:\p{L}{2,12} ){0,2}(?:account|paypal|card|gift card|credit card|bank|wallet)|yours|back|(?:to|with) you|your (?:paypal|card|bank|account))(?!\p{L})/iu;
/** What the customer paid for an order, what things cost, and what they are. */
export const IS_PRICE =
  /(?<!\p{L})(?:you(?:['’]ve| have| had)? (?:originally |initially )?(?:paid|spent)|paid (?:with|by|using|for)|cost(?:s|ed)?|price[ds]?|total(?:s|ed|ing)?|worth|value|comes? to|came to|amounts? to|holds?|contains?|includes?|left (?:of|in|to)|leaves?|are left|is left|remain(?:s|ing)?|together|sum)(?!\p{L})/iu;

export const APPROVED = word(
  'approv(?:ed|es|al was given)|authori[sz]ed|granted|accepted|agreed|signed off|green light|cleared|confirmed|waved through|said yes|waived|allowed',
);
export const REJECTED = word(
  'reject(?:ed|s)|declin(?:ed|es)|den(?:ied|ies)|turned (?:it )?down|refus(?:ed|es)|(?:decid(?:ed|es)|was|is|were) against|disapproved|not approved|vetoed|said no',
);
export const WAITS = word(
  'wait(?:s|ing)?|awaits?|awaiting|pending|look(?:s|ing) (?:at|into|over)|review(?:s|ing)|being (?:reviewed|checked|looked at|decided|processed|worked on)|under review|in review|in progress|under ?way|on hold',
);
export const PERSON = word(
  '(?:a|the|my|our|your|one of our|another) (?:\\p{L}{2,12} )?(?:colleagues?|managers?|persons?|supervisors?|teams?|specialists?|humans?|boss|reviewers?|agents?)|someone|somebody',
);

/** Nobody knows, or it is said that one cannot tell: certain of nothing. */
export const UNCERTAIN =
  /(?<!\p{L})(?:(?:not|isn['’]t|aren['’]t|never) (?:yet |quite |entirely |fully |at the moment )?(?:known|clear|certain|sure|confirmed|settled)|nothing is (?:yet )?(?:certain|known)|unknown|uncertain|unclear|unsure|unconfirmed|whether|(?:can ?not|can['’]t|could not|couldn['’]t|do not|don['’]t|does not|doesn['’]t) (?:yet |currently )?(?:say|tell|know|confirm|see if|be sure))(?!\p{L})/iu;
/** Said to come, to be possible or to be wished for; what it governs comes after it. */
export const NOT_YET =
  /(?<!\p{L})(?:can(?:not)?|can['’]t|could(?! not| ?n['’]t)|would|may|might|shall|should|must|will|wo|won['’]t|['’]ll|['’]d|to be|needs?|ha(?:s|ve|d) to|going to|wants?|wish(?:es)?|like to|please|let me|let us|let['’]s|ready to|happy to|glad to|try(?:ing)? to|possible|eligible|qualif(?:y|ies)|(?<!(?:was|were|been|n['’]t|was not|were not) )able to|for an? (?:refund|cancellation|return|exchange)|about|regarding|concerning|on how|before|decides?|takes?|checks?|require[sd]?|depends?|ask(?:ed|ing)?(?! (?:and|before))|request(?:ed)?|propos(?:e|ed)|tried|sorry|understand|instead of|in order to|so that|would like|asking|question|discuss|explain|help|only)(?!\p{L})/iu;
/** A statement about the past all the same, after a word of the list above. */
export const PAST_AFTER =
  /(?<!\p{L})(?:was|were|has (?:now |just |already )?been|have (?:now |just |already )?been|['’]s been|went|(?:I|we)(?:['’]ve| have)? (?:now |just |already )?(?:made|sent|paid|refunded|issued|did|cancelled|canceled|processed))(?!\p{L})/iu;
export const CONDITION =
  /(?<!\p{L})(?:if|once|when(?:ever)?|as soon as|unless|until|till|in case|provided|before|after|so that|as long as|assuming|should you)(?!\p{L})/iu;
export const THEIR_WISH =
  /(?<!\p{L})you(?:['’]d|['’]re|['’]ve| would| are| have)? (?:also |now |just |still |first )?(?:want|wanted|wish|like|love|need|ask(?:ed|ing)?|request(?:ed)?|said|say|wrote|mentioned|told|hope|hoped|expect(?:ed)?|prefer|are asking|report(?:ed)?|describe[d]?|believe|think|feel)(?!\p{L})/iu;

/** A rule speaks of refunds in general and in the present: `refunds are made by ...`, `a refund takes ...`, `money is paid back to ...`. */
export const GENERAL_SUBJECT =
  /^\W*(?:(?:please note that|note that|in general|generally|normally|usually|as a rule|by our rules|under our policy|so|and|but|because|since|as|that) ){0,2}(?:only |all |any |every |each |most |larger |smaller |small |large )?(?:refunds|cancellations|returns|reimbursements|payments|orders|items|money(?= (?:is|goes))|credits|(?:a|an|any|every|each) (?:(?!(?:the|your|this|that|our|colleague|manager|person|supervisor|team)(?!\p{L}))\p{L}{2,14} ){0,2}(?:refund|cancellation|return|order|item|reimbursement))(?!\p{L})/iu;
export const PAST =
  /(?<!\p{L})(?:was|were|has|have|had|did|went|got|came|left|happened|complete[d]?|done|executed|through)(?!\p{L})|['’](?:s|ve) been/iu;

export const DENIES =
  /(?<!\p{L})(?:not|never|no|nothing|nobody|none|neither|nor|without|failed|fails|failing|unsuccessful(?:ly)?|unable|bounced|stopped short|could ?n['’]t|(?:did|was|were|has|have|had|is|are|does|do|ca|wo)n['’]t|fell through|went wrong|cannot)(?!\p{L})/iu;
/** An inability now: it tells what will not be done, not what was not. */
export const UNABLE_NOW = /(?<!\p{L})(?:can ?not|can['’]t|am unable|are unable|am not able|are not able)(?!\p{L})/iu;
/** Says that what is denied is more than, or other than, what was done. */
export const OF_MORE = word(
  'rest|other|others|else|remaining|another|more|second|again|further|twice|any other|anything else|additional|same',
);
export const PREDICATE =
  /(?<!\p{L})(?:is|are|was|were|be|been|has|have|had|did|do|does|went|got|goes|go|complete|completed|done|executed|through|made|paid|sent|gave|put|took|handled|sorted|arranged|triggered|happened|received|left|confirms?|shows?|lies|lie|stands?|came|reached|arrived|settled|finished|finali[sz]ed|fixed|consider|find|see|enjoy|\p{L}{3,14}ed|back|yours)(?!\p{L})|['’](?:s|ve|re)(?!\p{L})/iu;
