/** The demo's secrets are no secrets: they only keep a demo's cookies valid over a restart. */
export const sandboxCookieSecret = 'sandbox-only-secret-of-the-demo-shop'
/** Signs the calls of the demo's payment page. */
export const sandboxPaymentSecret = 'sandbox-only-payment-secret'

/** What a secret must be worth: nobody can try 2^128 values. */
export const minSecretBits = 128

/** Shorter repetitions and runs occur in random text, too. */
const minPredictableLength = 6

/**
 * Estimates the entropy of a secret, in bits: characters times the bits of their alphabet. A repetition of what came before
 * ("abcabc…") and a run ("aaaaaa", "123456") count as one character. Words count like random letters, so this refuses what is
 * certainly too weak; it does not prove a secret strong.
 */
export function estimateEntropyBits(secret: string): number {
  return Math.round(countUnpredictableChars(secret) * Math.log2(estimateAlphabetSize(secret)))
}

/** Letters and digits count by their class, other characters only as far as they are used. */
function estimateAlphabetSize(secret: string): number {
  if (/^\d*$/.test(secret)) return 10
  if (/^([\da-f]*|[\dA-F]*)$/.test(secret)) return 16
  const charClasses: [RegExp, number][] = [
    [/\d/, 10],
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
  ]
  const specialCharCount = new Set(secret.replace(/[\da-zA-Z]/g, '')).size
  return charClasses.reduce((sum, [pattern, size]) => sum + (pattern.test(secret) ? size : 0), specialCharCount)
}

function countUnpredictableChars(secret: string): number {
  let count = 0
  for (let index = 0; index < secret.length; count += 1) {
    const predictableLength = Math.max(measureRepetitionAt(secret, index), measureRunAt(secret, index))
    index += predictableLength >= minPredictableLength ? predictableLength : 1
  }
  return count
}

/** How many characters from `index` on have occurred before, in this order; they may overlap what they repeat. */
function measureRepetitionAt(secret: string, index: number): number {
  let maxLength = 0
  for (let start = 0; start < index; start += 1) {
    let length = 0
    while (index + length < secret.length && secret[start + length] === secret[index + length]) length += 1
    maxLength = Math.max(maxLength, length)
  }
  return maxLength
}

/** How many characters from `index` on are the same, or each the next or the one before. */
function measureRunAt(secret: string, index: number): number {
  const charCodeStep = secret.charCodeAt(index + 1) - secret.charCodeAt(index)
  if (!(Math.abs(charCodeStep) <= 1)) return 1
  let length = 2
  while (secret.charCodeAt(index + length) - secret.charCodeAt(index + length - 1) === charCodeStep) length += 1
  return length
}
