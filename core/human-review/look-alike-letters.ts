// Letters that look like a Latin letter or a digit: those of Latin, Greek, Cyrillic, Armenian and Coptic that Unicode's list of
// confusables (UTS #39) takes to one, and some it leaves out, as small forms of a capital that it takes to one. Marks are left out:
// they fall away before. A plain table, for this is looked up inside workflows, where nothing may ever answer otherwise.
//
// Not covered: letters that look like two (rn and m, vv and w, cl and d), scripts that are not named above (Cherokee, Lisu and others have
// letters of Latin shape), digits of other scripts, and what only looks alike in one font.

/** Each Latin letter or digit with what looks like it, as it is typed: capital and small may look like different ones. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  2: 'ƧƨƻϨϩꙄꙅꝚꝛ',
  3: 'ƷȜȝɜʒЗзҘҙӠӡⳌⳍꝪꝫꞫ',
  5: 'Ƽ',
  6: 'бⳒⳓ',
  8: 'Ȣȣ',
  9: 'ⳊⳋꝮꝯ',
  a: 'ɑΑαАа',
  b: 'ƀƁƂƃƄƅɓΒβБВЬвьѢѣҌҍꞴꞵ',
  c: 'ƇƈȼСсҪҫᴄⲤⲥ',
  d: 'ÐðĐđƉƊƌɖɗԁ',
  e: 'ɆɇΕεЕеҽҿꬲ',
  f: 'ƑƒϜϝքᵮẝꞘꞙꬵ',
  g: 'ƍƓǤǥɠɡԌԍցᶃ',
  h: 'ĦħɦΗНнћҢңһӇӈӉӊհⱧⱨⲎⲏꚕ',
  i: 'ıɨɩɪιіїӏᵻᵼꙇ',
  j: 'ɈɉʝͿϳЈјꞲ',
  k: 'ƘƙΚκКкҚқҞҟⱩⱪⲔⲕꝀꝁ',
  l: 'ŁłƖƗƚǀɫɭΙІӀⲒⲓⳐⳑ',
  m: 'ΜμϺϻМмӍӎⲘⲙ',
  n: 'ƝƞɲɳΝηոռᵰⲚⲛ',
  o: 'ØøƟɵΘΟθοσОоѲѳӨөՕօᴏᴑⲞⲟꝊꝋꬽꬾ',
  p: 'ƤƥΡρРрᵽⲢⲣ',
  q: 'ʠԛգզ',
  r: 'Ʀɍɼɽʀгґғᴦᵲⲅꭇꭈ',
  s: 'ƽʂςЅѕՏտᵴꜱ',
  t: 'ŦŧƬƭƮȾʈΤτТтҬҭᵵⱦⲦⲧ',
  u: 'ɄʉʋυՍսᴜᵾꞟꭎꭒ',
  v: 'νѴѵᴠ',
  w: 'ɯωѡѽԜԝաᴡꝡ',
  x: 'ΧχХхҲҳⲬⲭꞳꭓ',
  y: 'ƳƴɎɏɣʏΥγУуҮүҰұᶌỿⲨⲩꭚ',
  z: 'ƵƶȤȥʐΖζᴢᵶ',
};

const latinOf: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([latin, alike]) => Array.from(alike, (letter) => [letter, latin] as const)),
);

/** Each letter as the one it looks like, small; a letter that looks like none stays as it is. */
export const toLookAlikes = (text: string): string =>
  Array.from(text)
    .map((letter) => latinOf.get(letter) ?? letter)
    .join('');
