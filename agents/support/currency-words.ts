// The words that make a number something else than USD: other currencies, and units of measure. The lists are generous on purpose:
// a word too many has a person asked, a word too few reads 54.04 pesos as a customer's yes to 54.04 USD. Words of everyday English
// that are also a code (`all`, `try`, `top`) count in upper case only.
const NOUNS =
  'euros?|pounds?|quid|sterling|pence|francs?|yen|yuan|renminbi|rupees?|rupiahs?|rubles?|roubles?|pesos?|pesetas?|reals?|reais|' +
  'rands?|kron[aeo]r?|kr[óo]n[au]r?|crowns?|korun[ay]?|zlot[ye]s?|złot[ye]|złotych|forints?|leu|lei|lev[as]?|liras?|lir[ae]s?|' +
  'dinars?|dirhams?|riyals?|rials?|shekels?|sheqels?|bahts?|ringgits?|dongs?|wons?|marks?|escudos?|guilders?|florins?|hryvnias?|' +
  'nairas?|cedis?|shillings?|bol[ií]var(?:es|s)?|guaran[ií]s?|quetzal(?:es)?|lempiras?|col[oó]n(?:es)?|soles|kunas?|denars?|tenges?|' +
  'manats?|drams?|laris?|takas?|kyats?|kips?|riels?|kinas?|birrs?|ariarys?|kwachas?|dalasis?|gourdes?|balboas?|pulas?|leks?|' +
  'bit ?coins?|satoshis?|ethers?|ethereum|lite ?coins?|doge ?coins?|tethers?|stable ?coins?|crypto(?:currency)?|cents?|loonies?|toonies?|robux|gold';
/** Unlike the nouns, these seldom mean anything else when they stand before a number. */
const NOUNS_BEFORE =
  'euros?|pounds|sterling|francs|yen|yuan|renminbi|rupees|rubles|roubles|pesos?|reais|rands?|kron[aeo]r?|zlot[ye]s?|forints?|liras?|' +
  'dinars?|dirhams?|riyals?|shekels?|bahts?|ringgits?|bit ?coins?';
const SHORT =
  'zł|kr|k[čc]|ft\\.?(?= |$)|rs\\.?|rmb|fr\\.?|sfr|btc|xbt|eth|ltc|xmr|sol|doge|usdt|usdc|руб|р\\.|лв|元|円|원|圓|万';
const CODES =
  'AED AFN AMD ANG AOA ARS AUD AWG AZN BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CLF CLP CNH CNY ' +
  'COP COU CRC CUC CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR ' +
  'IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LBP LKR LRD LSL LYD MDL MGA MKD MMK MNT MRU MUR MVR MWK MXN MXV MYR ' +
  'MZN NAD NGN NIO NOK NPR NZD OMR PAB PGK PHP PKR PLN PYG QAR RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SRD SSP STN SVC SYP ' +
  'SZL THB TJS TMT TND TTD TWD TZS UAH UGX UYU UZS VED VES VND VUV WST XAF XAG XAU XCD XDR XOF XPF YER ZMW ZWL';
const UPPER_CODES = `${CODES} ALL BAM CUP LAK MAD MOP PEN RON SOS TOP TRY ZAR`.split(' ').join('|');
const ANY_CODES = `${CODES} ZAR`.split(' ').join('|');
const ADJECTIVES =
  'canadian|australian|aussie|new zealand|kiwi|hong ?kong|singapore(?:an)?|taiwan(?:ese)?|jamaican|bahamian|bermudian|barbadian|' +
  'trinidad(?:ian)?|fijian|namibian|liberian|zimbabwean|belize(?:an)?|swiss|british|uk|english|irish|scottish|egyptian|turkish|' +
  'danish|swedish|norwegian|icelandic|czech|polish|hungarian|romanian|bulgarian|russian|ukrainian|serbian|mexican|argentin(?:e|ian)|' +
  'chilean|colombian|philippine|filipino|dominican|cuban|uruguayan|brazilian|peruvian|japanese|chinese|korean|indian|indonesian|' +
  'pakistani|sri lankan|thai|vietnamese|malaysian|israeli|saudi|kuwaiti|emirati|south african|nigerian|kenyan|moroccan|cfa';
const UNITS =
  'kgs?|kilos?|kilogram(?:me)?s?|g|gr|grams?|grammes?|mg|lbs?|oz|ounces?|stone|tons?|tonnes?|t|' +
  'mm|cm|dm|m|km|met(?:er|re)s?|(?:centi|milli|kilo)met(?:er|re)s?|inch(?:es)?|in(?= ?(?:$|[.,;:!?)]))|ft|foot|feet|yds?|yards?|mi|miles?|' +
  'sqm|sq|square|l|lit(?:er|re)s?|ml|cl|gal|gallons?|pints?|cups|degrees?|percent|per cent|pct|percentage|' +
  'pcs?|pieces|items|units|times|x|pairs|sets|packs|boxes|bottles|copies|orders|products|parcels|people|persons|' +
  'days?|hours?|hrs?|h|minutes?|mins?|seconds|secs?|weeks?|months?|years?|yrs?|am|pm|a\\.m|p\\.m|' +
  "o['’]clock|points?|pts|credits?|tokens?|coins?|stars?|[kmgt]b|watts?|w|kwh?|volts?|v|amps?|mah|m?hz|calories|kcal|c|f|p|k";
const MULTIPLES = 'hundred|thousand|million|billion|trillion|grand|dozen|mio|mln|bn';

/** Letters of any script end a word; \b knows ASCII only. */
const END = '(?![\\p{L}\\d])';
const START = '(?<![\\p{L}\\d])';
const DOLLAR = '(?:us ?\\$|usd|dollars?|\\$)';
/** Between a number and the word that belongs to it. */
const GAP_AFTER = `[\\s,:(\\[–—-]{0,3}(?:${DOLLAR}[\\s(]{1,2}|\\$)?(?:(?:in|of) )?`;
const GAP_BEFORE = '[\\s:(\\[]{0,3}(?:\\$|dollars?)?[\\s:]{0,3}';
/** A currency sign of any country but the dollar's. */
const SIGN = '(?!\\$)\\p{Sc}';
/** `C$`, `A$`, `HK$`: letters at the sign, all but those of the United States. */
const OTHER_DOLLAR =
  '(?!usd?\\b)(?:c|ca|can|cad|a|au|aud|nz|nzd|hk|hkd|sg|sgd|s|nt|mx|mex|r|j|tt|bz|bds|fj|n|z|ar|cl|col|rd)';

const AFTER: readonly RegExp[] = [
  new RegExp(`^${GAP_AFTER}(?:${SIGN}|(?!\\p{Script=Latin})\\p{L})`, 'iu'),
  new RegExp(`^${GAP_AFTER}(?:(?:${ADJECTIVES})[- ])?(?:(?:${NOUNS}|${SHORT}|${ANY_CODES})${END}|[元円원圓])`, 'iu'),
  new RegExp(`^[\\s(\\[]{0,3}(?:${DOLLAR}[\\s(]{0,2}|\\$)?(?:${UPPER_CODES}|R)${END}`, 'u'),
  new RegExp(`^[\\s(]{0,3}(?:${ADJECTIVES})[- ](?:dollars?|\\$)`, 'iu'),
  new RegExp(`^[\\s(]{0,3}(?:${OTHER_DOLLAR} ?\\$|(?!us)[a-z]{2} ?\\$)`, 'iu'),
  /^ {0,3}(?!(?:us|u\.s\.?|american|in|of)\b)[a-z]{2,20} dollars?\b/i,
];
const BEFORE: readonly RegExp[] = [
  new RegExp(`${SIGN}\\s{0,3}$`, 'u'),
  new RegExp(`${START}(?:${NOUNS_BEFORE}|${ANY_CODES}|zł|kr\\.?|kč|rs\\.?|sfr|fr\\.|rmb|btc|xbt)${GAP_BEFORE}$`, 'iu'),
  new RegExp(`(?:${START}(?:${UPPER_CODES}|R|C(?= ?\\$))${GAP_BEFORE}|[元円원圓]\\s{0,3})$`, 'u'),
  new RegExp(`${START}(?:${ADJECTIVES}) ?(?:dollars?|\\$)\\s{0,3}$`, 'iu'),
  new RegExp(`${START}${OTHER_DOLLAR}\\$\\s?$`, 'iu'),
  new RegExp(`${START}(?!US)[A-Z]{2}\\s?\\$\\s?$`, 'u'),
];
const ADJECTIVE_AFTER = new RegExp(`^[\\s(]{0,3}(?:${DOLLAR}[\\s(]{1,2}|\\$)?(?:${ADJECTIVES})${END}`, 'iu');
const UNIT_AFTER = new RegExp(`^(?:\\s{0,3}|-)(?:[%‰°²³×″′]|(?:${UNITS})${END})`, 'iu');
/** As in `54.04"`, but not in a number that is quoted. */
const INCH_AFTER = /^["”]/;
const QUOTE_BEFORE = /["“”„][^"“”„]*$/;
const MULTIPLE_AFTER = new RegExp(`^[\\s-]{0,3}(?:${MULTIPLES})${END}`, 'iu');

/** What stands on both sides of a number. */
export interface Around {
  readonly before: string;
  readonly after: string;
}

/** Whether another currency than USD stands at the number. */
export const hasForeignCurrency = ({ before, after }: Around): boolean =>
  AFTER.some((pattern) => pattern.test(after)) || BEFORE.some((pattern) => pattern.test(before));

/** Whether a country's name follows, as in `54.04 Canadian`: a currency after an amount, anything after a mere count. */
export const hasForeignCountry = ({ after }: Around): boolean => ADJECTIVE_AFTER.test(after);

/** Whether the number counts or measures something. */
export const hasUnit = ({ before, after }: Around): boolean =>
  UNIT_AFTER.test(after) || (INCH_AFTER.test(after) && !QUOTE_BEFORE.test(before));

/** Whether a word makes the number larger: `$54.04 thousand`. */
export const hasMultiple = ({ after }: Around): boolean => MULTIPLE_AFTER.test(after);
