import { createReadStream } from 'node:fs'
import { UnusableFileError } from './table.ts'

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/**
 * In which encoding a file was saved, judged by all of it: what is right UTF-8 is UTF-8, a byte order mark tells UTF-16, and
 * what reads as Portuguese in Windows-1252 (which Latin-1 is part of) is that.
 * @throws UnusableFileError for any other, for a UTF-8 file with bytes that are none, and for one that was cut within a letter
 */
export async function detectEncoding(file: string): Promise<TextEncoding> {
  const isUtf8 = await isValidUtf8(file)
  if (typeof isUtf8 === 'string') return isUtf8
  if (isUtf8) return 'utf-8'
  const { damagedCount, damagedLine, wholeCount, isCut, hasZero } = await surveyUtf8(file)
  if (isCut) {
    throw new UnusableFileError('the file ends within a letter: it was cut off', { fault: { code: 'cut' } })
  }
  if (!hasZero && wholeCount <= damagedCount && (await readsAsPortuguese(file))) return 'windows-1252'
  throw new UnusableFileError(
    `line ${damagedLine}: neither UTF-8 nor Windows-1252. Save the original file as "CSV UTF-8" or as .xlsx`,
    { fault: { code: 'encoding', line: damagedLine } },
  )
}

/** @returns the encoding that a byte order mark tells */
async function isValidUtf8(file: string): Promise<boolean | TextEncoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isStart = true
  try {
    for await (const chunk of createReadStream(file, readOptions) as AsyncIterable<Buffer>) {
      // Excel writes UTF-16 as "Unicode text".
      if (isStart && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
      if (isStart && chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be'
      isStart = false
      decoder.decode(chunk, { stream: true })
    }
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

const readOptions = { highWaterMark: 256 * 1024 }

/** What of a file is no UTF-8, and what beyond plain letters is. */
async function surveyUtf8(file: string) {
  const survey = { damagedCount: 0, damagedLine: 1, wholeCount: 0, isCut: false, hasZero: false }
  let line = 1
  for await (const text of decodeFile(file, 'utf-8')) {
    survey.hasZero ||= text.includes('\0')
    survey.wholeCount += countMatches(text, /[^\0-\x7f\ufffd]/gu)
    const damagedCount = countMatches(text, /\ufffd/g)
    if (survey.damagedCount === 0 && damagedCount > 0)
      survey.damagedLine = line + countMatches(text.slice(0, text.indexOf('\ufffd')), /\n/g)
    survey.damagedCount += damagedCount
    line += countMatches(text, /\n/g)
    if (text !== '') survey.isCut = text.endsWith('\ufffd')
  }
  survey.isCut &&= survey.damagedCount === 1 && survey.wholeCount > 0
  return survey
}

/** Of what is no plain letter, at least four in five are what Portuguese is written with; a till of the DOS days has other bytes for them. */
async function readsAsPortuguese(file: string): Promise<boolean> {
  let [letterCount, otherCount] = [0, 0]
  for await (const text of decodeFile(file, 'windows-1252')) {
    const count = countMatches(text, /[^\0-\x7f]/gu)
    const letters = countMatches(text, /[áàâãäéêèëíïìóôõòöúüùûçñ°ºª²³½¼®©«»·–—’‘“”•…™µ\u00a0]/giu)
    letterCount += letters
    otherCount += count - letters
  }
  return letterCount >= 4 * otherCount
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

async function* decodeFile(file: string, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of createReadStream(file, readOptions) as AsyncIterable<Buffer>)
    yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}
