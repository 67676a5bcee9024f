/** An element of a spreadsheet's XML, whose namespace's prefix does not matter. */
export interface XmlElement {
  attributes: string
  /** Empty for one that is closed at once. */
  content: string
}

/** The elements of one name, in their order. An element must not hold others of its own name, as none of a workbook's do. */
export function* findElements(xml: string, name: string): Generator<XmlElement> {
  const startPattern = new RegExp(`<((?:\\w+:)?)${name}(?=[\\s/>])((?:[^>"']|"[^"]*"|'[^']*')*)>`, 'g')
  for (let start = startPattern.exec(xml); start !== null; start = startPattern.exec(xml)) {
    const [, prefix = '', attributes = ''] = start
    if (attributes.endsWith('/')) {
      yield { attributes: attributes.slice(0, -1), content: '' }
      continue
    }
    const end = xml.indexOf(`</${prefix}${name}>`, startPattern.lastIndex)
    if (end < 0) return
    yield { attributes, content: xml.slice(startPattern.lastIndex, end) }
    startPattern.lastIndex = end
  }
}

/** A sheet has millions of attributes, of few names. */
const attributePatterns = new Map<string, RegExp>()

/** Empty where it is missing. */
export function readAttribute(attributes: string, name: string): string {
  let pattern = attributePatterns.get(name)
  if (pattern === undefined) {
    pattern = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    attributePatterns.set(name, pattern)
  }
  const [, doubleQuoted, singleQuoted] = pattern.exec(attributes) ?? []
  return decodeEntities(doubleQuoted ?? singleQuoted ?? '')
}

/** What is written in an element: of a text the parts of its `t`, without how it is spoken; else all of it. */
export function readText({ content }: XmlElement): string {
  const parts = [...findElements(content.replace(/<(\w+:)?rPh\b[\s\S]*?<\/\1?rPh>/g, ''), 't')]
  const text = parts.length > 0 ? parts.map((part) => part.content).join('') : content.replace(/<[^>]*>/g, '')
  // Excel writes characters that XML forbids as _x000D_.
  return decodeEntities(text).replace(/_x([0-9A-F]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

const characterByEntity: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (entity, hex: string, decimal: string, name: string) => {
      if (name !== undefined) return characterByEntity[name] ?? entity
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10_ffff ? String.fromCodePoint(code) : entity
    },
  )
}
