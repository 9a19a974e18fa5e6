/**
 * Makes every mention silent, of people, groups and everybody: `@**all**` becomes `@_**all**`, which reads the same and
 * tells nobody. For text that somebody else wrote and a bot says again. Code is not left out, since what is code here
 * may not be code where the text ends up. Give it the whole text: pieces put together later can make a mention again.
 */
export function escapeMentions(text: string): string {
  return text.replace(/@(?=\*)/g, '@_')
}
