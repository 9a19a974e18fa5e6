/** Unicode's emoji by character and by name. A table of some 20 KB compressed, which only this entry loads. */
export {
  characterOf,
  type EmojiByCharacter,
  type EmojiOptions,
  emojiByCharacter,
} from './protocol/emoji/byCharacter.js'
