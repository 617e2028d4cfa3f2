import { stemmer } from "stemmer";

/** Words without a subject: English function words, parts of contractions, and the most common verbs. */
const EMPTY_WORDS = `
  i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers herself
  it its itself they them their theirs themselves one ones this that these those who whom whose which what when where why
  how a an the some any each every either neither both all most more many much few less least several other others another
  such no not nor none nothing something anything everything nobody somebody anybody everybody someone anyone everyone
  own same only just even still yet already also too very so than then and or but if because as until while although
  though since unless whether whatever whichever of at by for with without within about against between among into onto
  through during before after above below behind under over beneath beside beyond near to toward towards from up down in
  inside out outside on off upon via per across along around again further once here there now be am is are was were been
  being can could will would shall should may might must do does did done doing have has had having let lets
  s t d ll m re ve don doesn didn isn aren wasn weren hasn haven hadn won wouldn couldn shouldn
  get gets got use uses used using make makes made making find finds found want wants need needs help helps like likes
  give gives gave tell tells told show shows showed see sees saw look looks know knows take takes took put puts go goes
  went come comes came keep keeps kept please
`;

/** Stems of the words, in their order, with repetitions: "Reading letters" is `["read", "letter"]`. */
export function stemsOf(text: string): string[] {
  return wordsOf(text).map(stemmer);
}

const EMPTY_STEMS = new Set(stemsOf(EMPTY_WORDS));

/** The words that are no empty words, in lower case. */
export function contentWordsOf(text: string): string[] {
  return wordsOf(text).filter((word) => !EMPTY_STEMS.has(stemmer(word)));
}

/** Runs of letters and digits in lower case. A name in camel case is also its parts: "GreptimeDB" gives three words. */
function wordsOf(text: string): string[] {
  const joined = text.normalize("NFKC").match(/[\p{L}\p{N}]+/gu) ?? [];
  return joined
    .flatMap((word) => {
      const parts = word.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|\p{Lo}+/gu) ?? [];
      return parts.length > 1 ? [word, ...parts] : [word];
    })
    .map((word) => word.toLowerCase());
}
