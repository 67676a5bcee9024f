import { getWasmFunction, type Pdfium } from './signature/find-signatures.ts'

/** Characters of a page that are looked at: a prescription has some thousand. */
const maxCharacters = 50_000
/** OCR lays its text so over a scanned page. */
const invisibleRenderMode = 3
/** Fonts of signs, not letters: without the font in the file, letters are drawn in their place. PDFium has the two of the standard. */
const signFontPattern = /wingding|webding|dingbat|symbol|barcode|code.?(?:39|128)|3of9/i
const standardSignFontPattern = /^(?:ZapfDingbats|Symbol)\b/

/**
 * Whether a page has text that PDFium cannot draw, or draws as other letters: of a font that is not in the file, where nothing
 * tells which letters its numbers mean, or the font that stands in for it has no such sign.
 * @param documentHandle PDFium's
 */
export function hasUndrawnText(pdfium: Pdfium, documentHandle: number, pageIndex: number): boolean {
  const callWasm = (name: string, ...args: number[]) => getWasmFunction(pdfium, name)(...args)
  const page = callWasm('FPDF_LoadPage', documentHandle, pageIndex)
  const textPage = callWasm('FPDFText_LoadPage', page)
  const isDrawnByGlyph = new Map<string, boolean>()
  const stateByTextObject = new Map<number, { font: number; isTrusted: boolean; hasSigns: boolean }>()
  try {
    const characterCount = Math.min(maxCharacters, callWasm('FPDFText_CountChars', textPage))
    for (let index = 0; index < characterCount; index += 1) if (!isDrawn(index)) return true
    return false
  } finally {
    callWasm('FPDFText_ClosePage', textPage)
    callWasm('FPDF_ClosePage', page)
  }

  function isDrawn(index: number): boolean {
    const textObject = callWasm('FPDFText_GetTextObject', textPage, index)
    // Line ends that PDFium adds belong to none.
    if (textObject === 0) return true
    const { font, isTrusted, hasSigns } = readTextObject(textObject)
    if (isTrusted) return true
    if (callWasm('FPDFText_HasUnicodeMapError', textPage, index) === 1) return false
    const codePoint = callWasm('FPDFText_GetUnicode', textPage, index)
    if (/[\s\p{C}]/u.test(String.fromCodePoint(codePoint))) return true
    return !hasSigns && hasGlyph(font, codePoint)
  }

  function readTextObject(textObject: number) {
    const previousState = stateByTextObject.get(textObject)
    if (previousState) return previousState
    const font = callWasm('FPDFTextObj_GetFont', textObject)
    const isInvisible = callWasm('FPDFTextObj_GetTextRenderMode', textObject) === invisibleRenderMode
    const isTrusted = isInvisible || callWasm('FPDFFont_GetIsEmbedded', font) === 1
    const fontName = isTrusted ? '' : readFontName(font)
    const hasSigns = signFontPattern.test(fontName) && !standardSignFontPattern.test(fontName)
    const state = { font, isTrusted, hasSigns }
    stateByTextObject.set(textObject, state)
    return state
  }

  function hasGlyph(font: number, codePoint: number): boolean {
    const key = `${font} ${codePoint}`
    const previousResult = isDrawnByGlyph.get(key)
    if (previousResult !== undefined) return previousResult
    const isDrawn = callWasm('FPDFFont_GetGlyphPath', font, codePoint, 12) !== 0
    isDrawnByGlyph.set(key, isDrawn)
    return isDrawn
  }

  function readFontName(font: number): string {
    const maxBytes = 200
    const pointer = callWasm('malloc', maxBytes)
    const byteCount = callWasm('FPDFFont_GetBaseFontName', font, pointer, maxBytes)
    const name = Buffer.from(pdfium.HEAPU8.subarray(pointer, pointer + Math.max(0, Math.min(byteCount, maxBytes) - 1)))
    callWasm('free', pointer)
    return name.toString('latin1')
  }
}
