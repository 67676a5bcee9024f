/** The demo's secrets are no secrets: they only keep a demo's cookies valid over a restart. */
export const sandboxSecret = 'sandbox-only-secret-of-the-demo-shop'
/** Signs the calls of the demo's payment page. */
export const sandboxPaymentSecret = 'sandbox-only-payment-secret'

/** What a secret must be worth: nobody can try 2^128 values. */
export const minBits = 128

/** Shorter repetitions and runs occur in random text, too. */
const minRepeated = 6

/**
 * Estimates the entropy of a secret, in bits: characters times the bits of their alphabet. A repetition of what came before
 * ("abcabc…") and a run ("aaaaaa", "123456") count as one character. Words count like random letters, so this refuses what is
 * certainly too weak; it does not prove a secret strong.
 */
export function estimateBits(secret: string): number {
  return Math.round(countUnforeseen(secret) * Math.log2(alphabetOf(secret)))
}

/** Letters and digits count by their class, other characters only as far as they are used. */
function alphabetOf(secret: string): number {
  if (/^\d*$/.test(secret)) return 10
  if (/^([\da-f]*|[\dA-F]*)$/.test(secret)) return 16
  const classes: [RegExp, number][] = [
    [/\d/, 10],
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
  ]
  const others = new Set(secret.replace(/[\da-zA-Z]/g, '')).size
  return classes.reduce((sum, [found, size]) => sum + (found.test(secret) ? size : 0), others)
}

function countUnforeseen(secret: string): number {
  let count = 0
  for (let at = 0; at < secret.length; count += 1) {
    const foreseen = Math.max(repeatedAt(secret, at), runAt(secret, at))
    at += foreseen >= minRepeated ? foreseen : 1
  }
  return count
}

/** How many characters from `at` on have occurred before, in this order; they may overlap what they repeat. */
function repeatedAt(secret: string, at: number): number {
  let maxLength = 0
  for (let earlier = 0; earlier < at; earlier += 1) {
    let length = 0
    while (at + length < secret.length && secret[earlier + length] === secret[at + length]) length += 1
    maxLength = Math.max(maxLength, length)
  }
  return maxLength
}

/** How many characters from `at` on are the same, or each the next or the one before. */
function runAt(secret: string, at: number): number {
  const step = secret.charCodeAt(at + 1) - secret.charCodeAt(at)
  if (!(Math.abs(step) <= 1)) return 1
  let length = 2
  while (secret.charCodeAt(at + length) - secret.charCodeAt(at + length - 1) === step) length += 1
  return length
}
