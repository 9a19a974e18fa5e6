/**
 * Compares texts as their UTF-8 bytes compare, which is the order of their code points. The platform's own comparison
 * goes by UTF-16, where 🥐 comes before ﬀ.
 */
export function byCodePoints(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  for (let index = 0; index < length; index += 1) {
    const [a, b] = [one.charCodeAt(index), other.charCodeAt(index)]
    if (a !== b) return rank(a) - rank(b)
  }
  return one.length - other.length
}

/** Surrogates stand for the code points after all that UTF-16 writes as one unit. */
const rank = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)
