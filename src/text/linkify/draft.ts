/** What an administrator writes down to make a linkifier; a linkifier of the server is one too. @see spec 2.7 */
export interface LinkifierDraft {
  /** Regular expression, RE2 syntax. */
  readonly pattern: string
  /** RFC 6570; its variables are the named groups of the pattern. */
  readonly url_template: string
  readonly example_input?: string | null | undefined
  /** `{variable}` placeholders, `{{` and `}}` for literal braces. */
  readonly reverse_template?: string | null | undefined
  readonly alternative_url_templates?: readonly string[] | undefined
}
