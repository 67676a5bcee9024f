import { inflateSync } from 'node:zlib'

/** What a PDF can do, fetch or carry beyond its drawing. */
export type LeftOutContent = 'scripts' | 'attachments' | 'sentForms' | 'otherFiles' | 'media'

/**
 * The names by which each kind is known. Links (`/URI`) are none of them: digital prescriptions have one to their issuer. Those
 * of one to three letters also occur in the bytes of pictures: they count only outside of streams.
 */
const namesByContent: Record<LeftOutContent, { names: string[]; shortNames: string[] }> = {
  scripts: { names: ['JavaScript'], shortNames: ['JS'] },
  attachments: { names: ['EmbeddedFile', 'EmbeddedFiles', 'FileAttachment'], shortNames: ['EF'] },
  sentForms: { names: ['SubmitForm', 'ImportData'], shortNames: ['XFA'] },
  otherFiles: { names: ['GoToR', 'GoToE', 'Launch'], shortNames: [] },
  media: { names: ['Rendition', 'RichMedia', 'Movie', 'Sound'], shortNames: [] },
}
const contentPatterns = (Object.keys(namesByContent) as LeftOutContent[]).map((content) => ({
  content,
  pattern: buildNamePattern(namesByContent[content].names),
  objectPattern: buildNamePattern([...namesByContent[content].names, ...namesByContent[content].shortNames]),
}))
const encryptionPattern = buildNamePattern(['Encrypt'])
const objectStreamPattern = buildNamePattern(['ObjStm'])
const formPattern = buildNamePattern(['XFA'])
const unrenderedPattern = /\/NeedsRendering\s+true/

/** Bytes: the limit for all decompressed objects of a PDF together; real ones stay below it. */
const maxInflatedBytes = 20 * 1024 * 1024
/** How many are decompressed at most. */
const maxObjectStreams = 1000

export interface PdfContent {
  isEncrypted: boolean
  /** Whether its pages are made by the program of a form: what is drawn is only a note that says so. */
  isDrawnByForm: boolean
  /** In the order of the kinds. */
  leftOut: LeftOutContent[]
}

/**
 * What is in a PDF by the names in it. People see PDFs only as drawings, which run and fetch nothing: this is to tell what the
 * drawing leaves out, not to keep something away. What cannot be decompressed is passed over.
 */
export function inspectPdf(content: Buffer): PdfContent {
  const text = content.toString('latin1')
  const objectTexts = [removeStreams(text), ...inflateObjectStreams(content, text)]
  return {
    isEncrypted: encryptionPattern.test(text),
    isDrawnByForm:
      objectTexts.some((part) => formPattern.test(part)) && objectTexts.some((part) => unrenderedPattern.test(part)),
    leftOut: contentPatterns
      .filter(
        ({ pattern, objectPattern }) => pattern.test(text) || objectTexts.some((part) => objectPattern.test(part)),
      )
      .map(({ content: kind }) => kind),
  }
}

/** A PDF's name, and none that only begins like it. */
function buildNamePattern(names: string[]): RegExp {
  const nameCharacter = '[A-Za-z0-9]|#(?:3[0-9]|[46][1-9A-Fa-f]|[57][0-9Aa])'
  return new RegExp(`/(?:${names.map(buildSpellingsPattern).join('|')})(?!${nameCharacter})`)
}

/**
 * All spellings of a name: each letter may be written as an escape, so that /J#61vaScript is /JavaScript. Escapes are not
 * decoded: ten megabytes of them would take seconds.
 */
function buildSpellingsPattern(name: string): string {
  return name.replace(/./g, (letter) => {
    const hexCode = letter.charCodeAt(0).toString(16)
    return `(?:${letter}|#${hexCode.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`
  })
}

/** Some readers take a carriage return alone, too. */
const createStreamPattern = () => /(?<!end)stream(?:\r\n?|\n)/g

/** The objects themselves, without the contents of their streams. */
function removeStreams(text: string): string {
  const segments: string[] = []
  const streamPattern = createStreamPattern()
  let position = 0
  for (let match = streamPattern.exec(text); match; match = streamPattern.exec(text)) {
    segments.push(text.slice(position, match.index))
    position = text.indexOf('endstream', match.index)
    if (position < 0) return segments.join('\n')
    streamPattern.lastIndex = position
  }
  return [...segments, text.slice(position)].join('\n')
}

/** Objects may be compressed in object streams (PDF 1.5, ObjStm). Each byte is scanned once, however often streams are named. */
function* inflateObjectStreams(content: Buffer, text: string): Generator<string> {
  const streamPattern = createStreamPattern()
  let remainingBytes = maxInflatedBytes
  let remainingStreams = maxObjectStreams
  let previousEnd = 0
  for (let match = streamPattern.exec(text); match; match = streamPattern.exec(text)) {
    const dictionary = text.slice(previousEnd, match.index)
    const start = streamPattern.lastIndex
    const end = text.indexOf('endstream', start)
    if (end < 0 || remainingBytes <= 0 || remainingStreams === 0) return
    if (objectStreamPattern.test(dictionary)) {
      const objectsText = inflateToText(content.subarray(start, end), remainingBytes)
      remainingBytes -= objectsText.length
      remainingStreams -= 1
      yield objectsText
    }
    previousEnd = end
    streamPattern.lastIndex = end
  }
}

function inflateToText(bytes: Buffer, maxBytes: number): string {
  try {
    return inflateSync(bytes, { maxOutputLength: maxBytes }).toString('latin1')
  } catch {
    return ''
  }
}
