declare module 'wink-porter2-stemmer' {
  /** The English stem of a word in lower case. */
  function stem(word: string): string
  export = stem
}
