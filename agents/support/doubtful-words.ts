// The words that make a message no plain wish for exactly this amount, as data in plain words (plain-words.ts). The lists are
// generous on purpose: a word too many has a person asked, a word too few pays what nobody asked for. What describes a fault
// (does not work, not as described, no longer needed, did not fit) is in none of them. Gaps are bounded: linear time.

/** A share of the amount, a deduction from it, or a limit instead of a figure. */
const SHARE: readonly RegExp[] = [
  /\b(?:everything|all|anything|the rest) but\b|\bapart from\b|\bother than\b/,
  /\bhalf\b|\b(?:third|quarter|fraction|portion|share|part|some|most|rest) of\b|\bpartial(?:ly)?\b|\bpartly\b/,
  /\b(?:minus|less|except|excluding|excl|deduct\w{0,5}|subtract\w{0,4}|reduced by|the difference|keep the rest)\b/,
  /\bwithout (?:the |any |my )?(?:shipping|delivery|postage|tax|taxes|vat|fees?|handling)\b/,
  /\bper ?cent(?:age)?\b|\bpct\b|\d ?%/,
  /\bbetween\b[^\n]{0,60}?\band\b/,
  /\b(?:up to|at most|at least|no more than|not more than|maximum(?: of)?|max\.?|minimum(?: of)?|around|about|roughly|approximately|approx\.?|circa|something like)(?: of)? ?(?:us ?)?\$?(?:usd |dollars )?\d/,
];

/** Taken back, refused, or never meant. */
const WITHDRAWAL: readonly RegExp[] = [
  /\b(?:on )?second thoughts?\b|\b(?:stop|undo|reverse) (?:it|that|this|the|my|any)\b|\b(?:lol|haha\w{0,9}|hehe\w{0,9}|gotcha)\b/,
  /(?<!\bnot (?:want|wish|like|going|need|plan) to )\b(?:keep|keeping) (?:it|them|the money|your money|the refund|the \$?\d+|using)\b|\bstill (?:using|use|want to (?:use|keep))\b/,
  /\balready (?:been )?(?:got|received|have|had|gave|paid|refunded|sent|back)\b|\bthank(?:s| you)(?: so much| a lot)? for (?:refunding|paying|the refund|sending|giving|my refund|your refund)\b/,
  /(?<!\b(?:not|no|than|instead of)(?: want| need| wish| like)?(?: for)? (?:an? |any |the )?)\b(?:exchange|replacement|replace it|swap|new one|another one)\b/,
  /\brefus(?:e|es|ed|ing)\b|\bdeclin(?:e|ed|ing)\b|\bno way\b|\bno (?:refund|thanks|thank you|need)\b/,
  /\b(?:wait|actually|sorry|hmm?|oh|ah|well)[ ,.!:;-]{1,4}(?:no|nope|nah|not|do not|stop|never)\b|\bno[ ,.!-]{1,3}wait\b/,
  /\? {0,2}\n?(?:no|nope|nah|never|not)\b/,
  /\b(?:do|should|must|need|please|would) not (?:you )?(?:ever |even |please |just |really |yet |now )?(?:refund|pay|send|bother|reimburse|issue|process|proceed|give (?:me|it|us|a|the|any)|do (?:it|that|this|so|anything)|make (?:a|the|any) (?:refund|payment))\b/,
  /\bnot (?:really |actually )?(?:want|need|ask|asking|wish|request|requesting|look|looking|claim|interested)(?: for| in)?(?: to get| to have| to ask for)?(?: an?| the| any| my| your| this| that)? ?(?:full )?(?:refund|money|payment|\$?\d)/,
  /\bnot need (?:you )?to (?:refund|pay|send|give|reimburse|bother)\b|\bnot need(?: it| that| this)? back\b/,
  /(?:^|[.!?;:,\n…-]) ?(?:no,? |oh,? |but |so |and |please,? )?do not(?:,? please)? ?(?:$|[.!?;,\n…])/,
  /\bignore\b|\bdisregard\b|\bforget (?:it|what|that|this|about|my)\b|\bnever ?mind\b|\bscratch that\b|\bstrike that\b/,
  /\b(?:was|is) (?:all )?(?:a|my) (?:mistake|error|misunderstanding|joke|prank|test)\b|\bnever again\b|\bnever (?:ask|want|need|request)\w{0,3}\b/,
  /\b(?:kidding|joking|jk|j\/k|april fool\w{0,2}|prank)\b|\bnot (?:being )?(?:serious|seriously|meant)\b|\bpretend\w{0,3}\b|\brole-? ?play\b/,
  /\b(?:cancel|withdraw|revoke|retract|undo)\w{0,4} (?:it|that|this|my request|the request|my refund|the refund|what)\b|\b(?:i )?take (?:it|that|this) back\b/,
  /\b(?:instead of|rather than) (?:a |the |any |my )?(?:refund|money)\b/,
];

/** Words of somebody else, or words to work on, not a wish. */
const SPEECH: readonly RegExp[] = [
  /\b(?:nobody|no one|(?:he|she|they|someone|somebody|my \w{1,14}) (?:just |also |then |once )?(?:typed|told|wants?|wanted|needs|would like|demands?|suggests?|suggested|thinks?|wishes))\b/,
  /(?:^|[.!?;,:\n] ?)(?:and |but |so |hi,? |hello,? )?(?:why|what|how|who|which|is (?:it|that|there)|are (?:you|there)|do(?:es)? (?:you|i|it|the|that)|did (?:you|i|it)|have (?:you|i)|has (?:it|the|my)|was (?:it|the|that))\b[^?\n]{0,200}\?/,
  /\b(?:right|correct|is(?: it|n'?t it| not it)|true) ?\?/,
  /\bwill (?:write|say|ask|claim|tell|email|e-mail|call)\b|\b(?:translat|paraphras|rephras|proofread|spell-? ?check|summari[sz])\w{0,5}\b/,
  /\b(?:he|she|they|someone|somebody|it|my (?:ex|wife|husband|son|daughter|brother|sister|friend|boss|neighbou?r|partner)) (?:just )?(?:says?|said|wrote|writes|asks|asked|claims|claimed)\b/,
  /\b(?:repeat after me|for example|for instance|the (?:sentence|phrase|words|text|line))\b|(?:^|\n) ?>/,
];

/** A condition, or a case that is only imagined. */
const CONDITION: readonly RegExp[] = [
  /\bshould (?:it|the|this|that|my|they|anything|something)\b|\bor (?:send|a new|give|ship|replace|else|exchange|repair)\b|\bdo you think\b/,
  /\b(?:if|suppos(?:e|es|ed|ing)(?! to (?:be|have|work|come|fit|do))|imagin(?:e|ing)|assum(?:e|ing)|provided|hypothetical(?:ly)?|theoretically|in theory|unless|in case|in the event|depending|on condition)\b/,
  /\bwhen(?:ever)?\b(?:[^.!?\n]|\.\d){0,80}?\b(?:breaks?|fails?|dies|stops|will you|would you|can you|could you|do you|do i|will i|would i|can i|i (?:return|send|ship|get|give|bring)|you (?:get|receive|have)|arrives|comes|gets)\b/,
  /\bwould (?:a|the|my|any) (?:full )?refund\b|\b(?:is|are|would|might|could) (?:a |the |any )?refunds?\b(?:[^.!?\n]|\.\d){0,60}?\b(?:possible|allowed|available|ok|okay)\b/,
  /\b(?:do|will|would|might) i (?:get|receive|be (?:refunded|paid|eligible|able|entitled))\b|\b(?:am i (?:able|eligible|entitled|allowed)|what (?:would|happens))\b/,
  /\b(?:only (?:after|when|once|then|as soon)|(?:once|until|till|after|as soon as|before) (?:i|you|we|they|it) (?:have |has |am |is |get|got|sen[dt]|return|ship|receive|finish|use|buy|bought|can)\w{0,5}|until i|once i|later|next (?:week|month|year|time)|some ?day|one day)\b/,
];

/** Money for somebody else, or to somewhere new. */
const DESTINATION: readonly RegExp[] = [
  /\b(?:card|account|pay ?pal|wallet)(?: \w{1,10}){0,4} of (?:my|his|her|their|someone|somebody|a|the neighbou?r)\b/,
  /\b(?:send|pay|give|transfer|forward|wire|refund|credit|return|put|deposit|reimburse)\b(?:[^.!?;\n]|\.\d){0,60}?\b(?:in)?to (?:him|her|them|someone|somebody|anyone|an?other|a (?:different|new|friend)|the (?:neighbou?r|other)|this (?:account|card|address|paypal|iban)|his|their|my (?!(?:own|original|initial|first|gift|store|credit|debit|pay ?pal|card|cards|payment|visa|mastercard|amex|account|order|refund|wallet)\b))/,
  /\b(?:send|pay|give|refund|reimburse|credit) (?:him|them|someone|somebody|my (?:wife|husband|son|daughter|brother|sister|mother|father|mum|mom|dad|friend|boss|neighbou?r|partner|ex))\b/,
  /\b(?:an?other|different|new|other|someone(?: else)?'s|somebody(?: else)?'s|his|their) (?:\w{1,12} )?(?:credit card|debit card|card|account|pay ?pal|iban|wallet|address)\b/,
  /(?<!\b(?:it|that|what|here|there|let|who|where))'s (?:\w{1,12} )?(?:card|account|pay ?pal|iban|wallet)\b/,
  /\b(?:someone else|bank account|bank transfer|iban|venmo|zelle|cash ?app|bitcoin|crypto\w{0,8}|western union|wire transfer)\b/,
  /\b(?:to|account|pay ?pal|at) (?:is |: ?)?[\w.+-]{1,40}@[\w-]{1,40}\./,
];

export const DOUBTFUL: readonly RegExp[] = [...SHARE, ...WITHDRAWAL, ...SPEECH, ...CONDITION, ...DESTINATION];

/** In a later message that confirms nothing itself these take an earlier yes back; beside a yes they may be the reason for it. */
export const SECOND_THOUGHTS: readonly RegExp[] = [
  /^\W{0,3}(?:no|nope|nah|stop|wait|hold on|cancel)\b/,
  /\b(?:changed my mind|stop|hold on|leave it|cancel|(?:keep|keeping) (?:it|them|the|that|this|my)|works? (?:fine )?(?:now|again)|(?:all|is) (?:fine|good|ok|okay) now|solved|sorted)\b/,
];

/** Not there, whatever the reason the model writes down. */
export const NOT_RECEIVED: readonly RegExp[] = [
  /\bnot (?:here|there)\b|\bnothing (?:is |was )?(?:here|there|in (?:it|the box|the mail|the mailbox))\b|\bthere (?:is|was) nothing\b|\bmailbox (?:is|was) empty\b/,
  /\b(?:vanished|disappeared|(?:is|was|and|it's|all) gone)\b|\bno (?:\w{1,12} ){1,2}(?:came|arrived|was delivered|showed up|in the (?:box|mail))\b/,
  /\bwrong (?:house|address|door|neighbou?r|building|apartment|street)\b|\b(?:courier|driver|carrier|postman|mailman|post office|someone|somebody|neighbou?r) (?:kept|lost|took|stole|has it)\b/,
  /\b(?:tracking|status|site|app|courier|carrier|ups|fedex|usps|dhl) (?:says|said|shows|claims|claimed)\b|\b(?:marked|shown|listed) (?:as )?delivered\b/,
  /\b(?:never|not|nothing|without)(?: \w{1,12}){0,2} (?:arriv(?:e|ed|ing)|came|come|received?|receiving|recieved?|delivered|deliver|showed up|show up|shown up|turned up|turn up|got here|get here|reached|reach|here yet|in the mail)\b/,
  /\bnever (?:got|had|seen|saw) (?:it|them|the|my|this|that|anything|any)\b|\bnot (?:get|got|gotten|seen|have) (?:it|them|(?:the|my|this|that) (?:order|parcel|package|delivery|item)|anything)(?: yet| so far)?(?= ?(?:$|[.,;!?\n]|yet|and|so|from))/,
  /\b(?:lost|missing|gone|disappeared|vanished|stuck) (?:in|from|on|by|during|at) (?:the |my |our )?(?:mail|post|transit|shipping|delivery|carrier|courier|porch|doorstep|way|customs|mailbox)\b|\bwent missing\b/,
  /\b(?:parcel|package|order|delivery|shipment|it|they)(?: \w{1,7})? (?:was|is|were|got|get|went|has been|have been|must be|must have been|seems|been) (?:lost|stolen|missing(?= ?(?:$|[.,;!?\n]|and)))/,
  /\b(?:stolen|theft|thief|thieves|porch pirates?|stole|robbed)\b/,
  /\bwhere(?: is|'s| are| did|s)\b|\bsupposed to (?:be here|have (?:come|arrived)|come|arrive|be delivered|be there)\b|\bshould (?:have (?:been (?:here|delivered)|arrived|come)|be here)\b/,
  /\b(?:still (?:waiting|not here|missing)|waiting for (?:it|them|my|the) (?:\w{1,12} )?(?:to (?:arrive|come)|delivery|parcel|package|order)|non-? ?(?:receipt|delivery)|undelivered|empty (?:box|parcel|package)|(?:box|parcel|package) was empty|no (?:sign|trace) of)\b/,
];
