/** The code of an emoji: its code points in hexadecimal, joined by dashes, without variation selectors. */
export function emojiCode(characters: string): string {
  return [...characters.replaceAll('\ufe0f', '')]
    .map((part) => (part.codePointAt(0) ?? 0).toString(16).padStart(4, '0'))
    .join('-')
}

/** An emoji without its skin tones, which servers don't know. */
export const withoutSkinTone = (characters: string): string => characters.replace(/[\u{1f3fb}-\u{1f3ff}]/gu, '')
