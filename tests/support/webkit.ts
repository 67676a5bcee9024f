import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from './debian.ts'
import { freePort } from './ports.ts'

/** `WEBKIT_DRIVER_PATH`, else the machine's, of Debian's webkit2gtk-driver; where there is no screen it needs xvfb, too. */
export function findWebKit(): string | undefined {
  const hasScreen = Boolean(process.env.DISPLAY) || findProgram('xvfb-run') !== undefined
  return process.env.WEBKIT_DRIVER_PATH || (hasScreen ? findProgram('WebKitWebDriver') : undefined)
}

const patienceMs = 20_000
/** A key of the WebDriver protocol that stands for "an element". */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

export type WebKit = Awaited<ReturnType<typeof openWebKit>>

/** WebKitGTK's browser, spoken to by WebDriver: what a shopper reads and does on a page, found by its words. */
export async function openWebKit({ scripts }: { scripts: boolean }) {
  const port = await freePort()
  const screen = process.env.DISPLAY ? [] : ['xvfb-run', '--auto-servernum']
  const [program = '', ...args] = [...screen, findWebKit() ?? '', `--port=${port}`]
  // A group of its own: the screen and the browser go with the driver.
  const driver = spawn(program, args, { detached: true, stdio: 'ignore' })
  const close = () => process.kill(-(driver.pid ?? 0))
  process.once('exit', close)
  const base = `http://127.0.0.1:${port}`
  await waitFor(() => fetch(`${base}/status`).catch(() => undefined))
  const session = await ask('POST', '/session', {
    capabilities: {
      alwaysMatch: { 'webkitgtk:browserOptions': { args: ['--automation', `--enable-javascript=${scripts}`] } },
    },
  })
  const path = `/session/${session.sessionId}`
  return { open, address, words, run, fill, press, tick, setCookie, setSize, close: end }

  async function ask(method: string, path: string, body?: unknown) {
    const answer = await fetch(base + path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
    const { value } = await answer.json()
    if (!answer.ok) throw new WebDriverError(value.error, `${value.error} at ${path}: ${value.message}`)
    return value
  }

  async function end(): Promise<void> {
    await ask('DELETE', path)
    process.off('exit', close)
    close()
  }

  async function open(url: string): Promise<void> {
    await ask('POST', `${path}/url`, { url })
  }

  function address(): Promise<string> {
    return ask('GET', `${path}/url`)
  }

  /** All that can be read on the page, or on the next one if it comes while this one is read. */
  function words(): Promise<string> {
    return waitFor(async () => {
      const body = await find('//body')
      return ask('GET', `${path}/element/${body}/text`).catch(notYet('stale element reference'))
    })
  }

  function run(script: string, args: unknown[] = []): Promise<unknown> {
    return ask('POST', `${path}/execute/sync`, { script, args })
  }

  /** An empty field. */
  async function fill(label: string, text: string): Promise<void> {
    await once('value', `//*[@id=//label[normalize-space()=${quoted(label)}]/@for]`, { text })
  }

  /** A button or a link by its words, or by those it begins with. */
  async function press(name: string): Promise<void> {
    await once('click', `//*[self::a or self::button][starts-with(normalize-space(), ${quoted(name)})]`)
  }

  /** A box or a choice by the words that its label begins with. */
  async function tick(name: string): Promise<void> {
    const label = `//label[starts-with(normalize-space(), ${quoted(name)})]`
    await once('click', `${label}//input | //input[@id=${label}/@for]`)
  }

  /**
   * Once it can be reached: nothing can while one page turns into the next, and what was found on the page before is gone. What is
   * just below the window the driver takes for seen, so it is scrolled to first.
   */
  async function once(act: 'click' | 'value', xpath: string, body = {}): Promise<void> {
    await waitFor(async () => {
      const element = await find(xpath)
      return run('arguments[0].scrollIntoView({ block: "center" })', [{ [elementKey]: element }])
        .then(() => ask('POST', `${path}/element/${element}/${act}`, body))
        .catch(notYet('element not interactable', 'stale element reference'))
    }, xpath)
  }

  async function setCookie(name: string, value: string): Promise<void> {
    await ask('POST', `${path}/cookie`, { cookie: { name, value, path: '/' } })
  }

  async function setSize(width: number, height: number): Promise<void> {
    await ask('POST', `${path}/window/rect`, { width, height })
  }

  /** The first that is seen, once there is one. */
  function find(xpath: string): Promise<string> {
    return waitFor(async () => {
      const elements = await ask('POST', `${path}/elements`, { using: 'xpath', value: xpath })
      for (const { [elementKey]: id } of elements) {
        if (await ask('GET', `${path}/element/${id}/displayed`).catch(notYet('stale element reference')))
          return id as string
      }
      return undefined
    }, xpath)
  }
}

class WebDriverError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

function notYet(...codes: string[]) {
  return (error: unknown): undefined => {
    if (!(error instanceof WebDriverError && codes.includes(error.code))) throw error
  }
}

/** @throws Error after 20 seconds */
async function waitFor<T>(look: () => Promise<T | undefined>, what = 'WebKit'): Promise<T> {
  const until = performance.now() + patienceMs
  while (performance.now() < until) {
    const value = await look()
    if (value !== undefined) return value
    await sleep(100)
  }
  throw new Error(`Not there: ${what}`)
}

/** For XPath, which knows no escapes: no name has both kinds of quotes. */
function quoted(text: string): string {
  return text.includes("'") ? `"${text}"` : `'${text}'`
}
