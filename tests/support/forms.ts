import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'

/** One form of a page, and what a shopper does with it. */
export interface FormUse {
  /** The text (or label) of the button to press. Left out, Enter is pressed: that presses the form's first button. */
  button?: string
  /** Where the form leads to: which of several. */
  action?: string
  /** What the page has filled in, by field name, such as the product of a bag's line: which of several. */
  holding?: Record<string, string>
  /**
   * What the shopper types, chooses, ticks or uploads, by field name; of boxes to tick, all that shall be ticked. Anything
   * may be typed: the browser's own constraints (`required`, `maxlength`) are no part of a form that arrives.
   */
  fields?: Record<string, Typed>
}

type Typed = string | string[] | Blob

/** What the browser then sends. */
interface Submission {
  method: 'GET' | 'POST'
  /** With the query, without the origin. */
  path: string
  /** The entries of a form with the method POST, encoded as it says. */
  body: URLSearchParams | FormData | undefined
}

/** Any origin: a form that leads to another one leads away from the shop. */
const origin = 'http://shop.test'

/**
 * Submits a form as a browser without scripts does: with its real address, method, encoding and fields.
 * @param address the page's path with its query, where a form without an action leads
 * @throws Error unless exactly one form of the page fits, and has all the fields to fill in where a shopper sees them
 */
export function submissionOf(html: string, address: string, use: FormUse): Submission {
  const pressed = choose(formsOf(parse(html)), address, use)
  const { form, button } = pressed
  expectFields(form, use.fields ?? {})
  const entries = entriesOf(pressed, use.fields)
  const target = targetOf(pressed, address)
  if (target.origin !== origin) throw new Error(`A form of ${address} leads away from the shop, to ${target}`)
  const method = (attribute(button, 'formmethod') ?? attribute(form.element, 'method') ?? 'get').toLowerCase()
  if (method === 'get') target.search = String(encodeUrl(entries))
  const path = target.pathname + target.search
  if (method === 'get') return { method: 'GET', path, body: undefined }
  const encoding = attribute(button, 'formenctype') ?? attribute(form.element, 'enctype')
  const body = encoding?.toLowerCase() === 'multipart/form-data' ? encodeMultipart(entries) : encodeUrl(entries)
  return { method: 'POST', path, body }
}

/** The forms of a page in its order: where each leads, what it sends as the page stands, and what each button adds to that. */
export function formsOn(html: string, address: string) {
  return formsOf(parse(html)).map((form) => {
    const { pathname, search } = targetOf({ form, button: undefined }, address)
    const buttons = form.controls.filter(isSubmitButton).map((button): [name: string, adds: string] => {
      return [nameOf(button), `${attribute(button, 'name') ?? ''}=${attribute(button, 'value') ?? ''}`]
    })
    const method = (attribute(form.element, 'method') ?? 'get').toUpperCase()
    return { method, path: pathname + search, fields: entriesOf({ form, button: undefined }), buttons }
  })
}

interface Form {
  element: Tree.Element
  /** The fields and buttons that a browser would send, in the page's order. */
  controls: Tree.Element[]
}

interface PressedForm {
  form: Form
  /** None in a form without one. */
  button: Tree.Element | undefined
}

type Entry = [name: string, value: string | Blob]

function formsOf(document: Tree.Document): Form[] {
  const elements = [...elementsIn(document)]
  const forms = elements
    // A dialog's own form sends nothing: it only closes the dialog.
    .filter((element) => element.tagName === 'form' && attribute(element, 'method') !== 'dialog')
    .map((element): Form => ({ element, controls: [] }))
  for (const control of elements.filter(isSent)) {
    const id = attribute(control, 'form')
    const owner = id === undefined ? around(control, 'form') : null
    forms
      .find(({ element }) => element === owner || (id !== undefined && attribute(element, 'id') === id))
      ?.controls.push(control)
  }
  return forms
}

function choose(forms: Form[], address: string, use: FormUse): PressedForm {
  const fitting = forms
    .flatMap((form): PressedForm[] => {
      const buttons = form.controls.filter(isSubmitButton)
      if (use.button === undefined) return [{ form, button: buttons[0] }]
      return buttons.filter((button) => nameOf(button) === use.button).map((button) => ({ form, button }))
    })
    .filter((pressed) => use.action === undefined || leadsTo(targetOf(pressed, address), use.action))
    .filter((pressed) => holds(pressed, use.holding ?? {}))
  const [only] = fitting
  if (only && fitting.length === 1) return only
  const buttons = forms.flatMap(({ controls }) => controls.filter(isSubmitButton).map(nameOf))
  const wanted = JSON.stringify({ button: use.button, action: use.action, holding: use.holding })
  throw new Error(`${fitting.length} forms of ${address} are ${wanted}; its buttons: ${buttons.join(', ')}`)
}

function leadsTo({ pathname, search }: URL, action: string): boolean {
  return action === pathname || action === pathname + search
}

function holds(pressed: PressedForm, wanted: Record<string, string>): boolean {
  const entries = entriesOf(pressed)
  return Object.entries(wanted).every(([name, value]) => entries.some(([own, held]) => own === name && held === value))
}

function targetOf({ form, button }: PressedForm, address: string): URL {
  const page = new URL(address, origin)
  return new URL(attribute(button, 'formaction') || attribute(form.element, 'action') || page, page)
}

/** A misspelt field, or one that no shopper sees, would make a test prove nothing. */
function expectFields({ controls }: Form, typed: Record<string, Typed>): void {
  const fields = controls.filter((control) => !isSubmitButton(control) && isSeen(control))
  for (const [name, value] of Object.entries(typed)) {
    const named = fields.filter((field) => attribute(field, 'name') === name)
    if (named.length === 0) {
      throw new Error(
        `No field "${name}" to fill in, but ${fields.map((field) => attribute(field, 'name')).join(', ')}`,
      )
    }
    const offered = named.flatMap(offeredBy)
    const missing = [value].flat().find((choice) => offered.length > 0 && !offered.includes(String(choice)))
    if (missing !== undefined) throw new Error(`"${name}" has no choice "${missing}", but ${offered.join(', ')}`)
  }
}

/** The choices of a select, a radio button or a box; none for a field to type into. */
function offeredBy(field: Tree.Element): string[] {
  if (field.tagName === 'select') return optionsOf(field).map(valueOfOption)
  return isTickable(field) ? [tickedValue(field)] : []
}

function entriesOf({ form, button }: PressedForm, typed: Record<string, Typed> = {}): Entry[] {
  return form.controls.flatMap((control): Entry[] => {
    const name = attribute(control, 'name')
    if (!name) return []
    if (isSubmitButton(control)) return control === button ? [[name, attribute(control, 'value') ?? '']] : []
    const value = isSeen(control) ? typed[name] : undefined
    return valuesOf(control, value).map((sent) => [name, sent])
  })
}

function valuesOf(field: Tree.Element, typed: Typed | undefined): (string | Blob)[] {
  if (isTickable(field)) return isTicked(field, typed) ? [tickedValue(field)] : []
  if (typed !== undefined) return [typed].flat()
  if (field.tagName === 'select') return chosenIn(field)
  if (field.tagName === 'textarea') return [textOf(field)]
  // Nothing chosen is sent as a file without a name.
  if (attribute(field, 'type') === 'file') return [new File([], '', { type: 'application/octet-stream' })]
  return [attribute(field, 'value') ?? '']
}

function isTicked(box: Tree.Element, typed: Typed | undefined): boolean {
  return typed === undefined ? has(box, 'checked') : [typed].flat().includes(tickedValue(box))
}

function tickedValue(box: Tree.Element): string {
  return attribute(box, 'value') ?? 'on'
}

/** Of a select for one choice the last marked one counts, or else the first that there is. */
function chosenIn(select: Tree.Element): string[] {
  const options = optionsOf(select)
  const chosen = options.filter((option) => has(option, 'selected')).map(valueOfOption)
  return has(select, 'multiple') ? chosen : [...options.slice(0, 1).map(valueOfOption), ...chosen].slice(-1)
}

function optionsOf(select: Tree.Element): Tree.Element[] {
  return [...elementsIn(select)].filter((option) => option.tagName === 'option' && !has(option, 'disabled'))
}

function valueOfOption(option: Tree.Element): string {
  return attribute(option, 'value') ?? collapse(textOf(option))
}

function encodeUrl(entries: Entry[]): URLSearchParams {
  return new URLSearchParams(
    entries.map(([name, value]) => [name, typeof value === 'string' ? withLineBreaks(value) : fileName(value)]),
  )
}

function encodeMultipart(entries: Entry[]): FormData {
  const body = new FormData()
  for (const [name, value] of entries) {
    if (typeof value === 'string') body.append(name, withLineBreaks(value))
    else body.append(name, value, fileName(value))
  }
  return body
}

function withLineBreaks(text: string): string {
  return text.replace(/\r\n?|\n/g, '\r\n')
}

function fileName(file: Blob): string {
  return file instanceof File ? file.name : 'blob'
}

function isSent(element: Tree.Element): boolean {
  if (!['input', 'select', 'textarea', 'button'].includes(element.tagName)) return false
  const fieldSet = around(element, 'fieldset', (set) => has(set, 'disabled'))
  if (has(element, 'disabled') || fieldSet || around(element, 'datalist')) return false
  return (
    isSubmitButton(element) ||
    (element.tagName !== 'button' && !['button', 'reset'].includes(attribute(element, 'type') ?? ''))
  )
}

function isSubmitButton(control: Tree.Element): boolean {
  const type = attribute(control, 'type')?.toLowerCase()
  return control.tagName === 'button' ? type !== 'button' && type !== 'reset' : isInput(control) && type === 'submit'
}

function isTickable(field: Tree.Element): boolean {
  return isInput(field) && ['checkbox', 'radio'].includes(attribute(field, 'type') ?? '')
}

function isInput({ tagName }: Tree.Element): boolean {
  return tagName === 'input'
}

/** Whether a shopper sees the field and may change it. */
function isSeen(field: Tree.Element): boolean {
  if (attribute(field, 'type') === 'hidden' || has(field, 'readonly')) return false
  return !has(field, 'hidden') && !around(field, undefined, (element) => has(element, 'hidden'))
}

/** What a button is called. */
function nameOf(button: Tree.Element): string {
  const text = isInput(button) ? attribute(button, 'value') : textOf(button)
  return collapse(attribute(button, 'aria-label') ?? text ?? '')
}

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

export function* elementsIn(parent: Tree.ParentNode): Generator<Tree.Element> {
  for (const child of parent.childNodes) {
    if (!('tagName' in child)) continue
    yield child
    yield* elementsIn(child)
  }
}

/** The words of an element as a reader sees them. */
export function wordsIn(element: Tree.Element): string {
  return collapse(textOf(element))
}

function textOf(parent: Tree.ParentNode): string {
  return parent.childNodes
    .map((child) => ('value' in child ? child.value : 'childNodes' in child ? textOf(child) : ''))
    .join('')
}

/** The nearest element around another that has the name and is as wanted. */
function around(
  element: Tree.Element,
  tagName: string | undefined,
  isWanted = (_around: Tree.Element) => true,
): Tree.Element | null {
  const parent = element.parentNode
  if (!parent || !('tagName' in parent)) return null
  const fits = (tagName === undefined || parent.tagName === tagName) && isWanted(parent)
  return fits ? parent : around(parent, tagName, isWanted)
}

/** An attribute's value. */
export function attribute(element: Tree.Element | undefined, name: string): string | undefined {
  return element?.attrs.find((attribute) => attribute.name === name)?.value
}

function has(element: Tree.Element, name: string): boolean {
  return attribute(element, name) !== undefined
}
