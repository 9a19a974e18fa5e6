/** As much of somebody's words as is needed to know them again. */
export function shortened(text: string): string {
  const characters = [...text.slice(0, 200)]
  return characters.length <= 40 ? text : `${characters.slice(0, 40).join('')}…`
}
