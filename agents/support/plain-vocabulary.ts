// The words a plain request is made of, as data in plain words (plain-words.ts). A list of what is allowed, for nobody can list all that
// may stand beside a request and turn it around: one unknown word, and a person is asked. Words of the order's own items come
// from its record. No word here denies, doubts, delays, quotes, counts, divides or sends money to somebody else.
const words = (...lists: readonly string[]): ReadonlySet<string> => new Set(lists.flatMap((list) => list.split(' ')));

const LITTLE =
  'a an the this that these those it its i me my mine we us our you your to for of on in from with and so because since as at by is was are were ' +
  "am be been have has had please plz pls kindly now today immediately asap hi hello hey dear there sir madam team support good morning afternoon evening day i'm i've i'd it's";
const ORDER = 'order orders number id no. ordered bought purchased purchase';
const MONEY =
  'amount price total sum usd dollar dollars bucks money exactly exact full whole complete paid pay charged cost costs';
const WISH =
  'want need would like wish can could will shall may us get make give issue process ask asking request requesting confirm';
const METHOD = 'original payment method card credit debit account paypal gift visa mastercard same';

/** In the clause that asks for the refund. */
export const REFUND_WORDS = words(
  LITTLE,
  ORDER,
  MONEY,
  WISH,
  METHOD,
  'refund refunded reimburse reimbursed reimbursement back return yes them they item via using',
);

/** In clauses that say why. */
export const REASON_WORDS = words(
  LITTLE,
  ORDER,
  'received came come arrived delivered delivery got broken broke breaks damaged damage defective defect faulty fault cracked crack chipped torn ' +
    'scratched scratches dirty dead dented bent leaks leaking leaky missing misses piece pieces part parts incomplete wrong item items thing size ' +
    'colour color big small large tight loose wide narrow heavy different poor bad cheap quality late longer needed mistake accident one box ' +
    'package they them he does very too really just unfortunately completely again after use used first time all both has holes hole stains ' +
    'found cheaper elsewhere sent pages page cover lid handle screen button battery zipper strap sole seam sleeve cord cable plug wheel leg ' +
    'wobbles unusable useless disappointing disappointed unhappy sad annoyed working worked functional properly out only',
);

/** In the clause that asks for the cancellation. */
export const CANCEL_WORDS = words(
  LITTLE,
  ORDER,
  'cancel cancelled canceled want need would like wish can could will shall may longer yes placed accidentally mistake accident wrong pending entire ' +
    'whole complete full paid back refund money get them they found cheaper elsewhere mind',
);

/** Beside a yes. */
export const YES_WORDS = words(
  LITTLE,
  ORDER,
  MONEY,
  METHOD,
  'yes yeah yep yup sure ok okay correct right exactly agreed absolutely course confirmed confirm agree go ahead do proceed sounds good fine great ' +
    'perfect refund reimburse cancel back want need would like',
);

/** In the question that a yes answers, beside the words of the act. */
export const QUESTION_WORDS = words(
  LITTLE,
  ORDER,
  MONEY,
  METHOD,
  'shall should may can could do want like confirm go ahead proceed refund refunded reimburse cancel back that which will then item items entire ' +
    'right of and into onto yes if answer',
);

/** Said of goods, these deny nothing of the request; they are taken out before the words are looked at. */
export const HARMLESS: readonly RegExp[] = [
  /\b(?:does|did|do|is|was|are|were|will|would|can) not (?:work|working|fit|fitting|turn on|start|match|charge|close|open|hold|stick|complete|as described|what i (?:ordered|expected|wanted)|suit|pair|connect|function)(?: (?:properly|well|at all|any ?more|me|together))?\b/g,
  /\bnot (?:as described|what i (?:ordered|expected)|complete|working)\b/g,
  /\b(?:do|does|did) not (?:need|want|like) (?:it|them|this|that|the order|the items?)(?: any ?more| any longer)?\b/g,
  /\bno longer (?:need(?:ed)?|want(?:ed)?)(?: (?:it|them|this))?\b/g,
  /\bstopped working\b/g,
  /\bnot happy(?: with (?:it|this|that|the order))?\b/g,
  /\b(?:thanks|thank you)(?: (?:so|very) much| a lot| in advance)?(?= ?(?:[.!,\n]|$))/g,
  /\bas soon as possible\b/g,
  /\bof course\b/g,
];
