import type { EntryContext } from '@remix-run/node'
import { Scripts } from '@remix-run/react'
import { Children, cloneElement, Fragment, isValidElement, type ReactNode } from 'react'

/**
 * The inline script that passes the loaders' data to the framework, where Remix would stream it after the document. As JSON,
 * which is a kilobyte less on the wire than the stream's numbered references; where the data has more than JSON can say
 * (dates, errors), as the stream.
 * @returns undefined where there is none, as on a page that failed before its loaders
 */
export async function buildHandoffScript({ serverHandoffStream, staticHandlerContext }: EntryContext) {
  const streamText = serverHandoffStream ? await new Response(serverHandoffStream).text() : ''
  if (streamText === '') return
  if (nonJsonPattern.test(streamText)) {
    const controller = `${contextVariable}.streamController`
    return `${controller}.enqueue('${escapeForScript(streamText)}');${controller}.close();`
  }
  const { loaderData, actionData, errors } = staticHandlerContext
  return `${contextVariable}.data='${escapeForScript(JSON.stringify({ loaderData, actionData, errors }))}'`
}

const contextVariable = 'window.__remixContext'

/** Values that the stream marks with a letter. Nothing else in it has a quote after a bracket. */
const nonJsonPattern = /\["[A-Z]"/

/** A single-quoted JavaScript string, so that the many double quotes need no escaping. */
function escapeForScript(data: string): string {
  return data.replace(/[\\'\n<]/g, (character) => escapeByCharacter[character] ?? '')
}

const escapeByCharacter: Record<string, string> = { '\\': '\\\\', "'": "\\'", '\n': '\\n', '<': '\\u003c' }

/** Remix's scripts as text that starts nothing, without its preloads; and the page's data. */
export function InertScripts({ handoffScript }: { handoffScript: string }) {
  // Scripts is a plain function component: called directly, its hooks run as ours and its elements can be replaced.
  return <>{makeScriptsInert((Scripts as (props: object) => ReactNode)({}), handoffScript)}</>
}

/** Remix's context with the page's data. What is not handed over as a stream needs none. */
function insertHandoffScript(contextScript: string, handoffScript: string): string {
  const cutIndex = handoffScript.startsWith(`${contextVariable}.data`)
    ? contextScript.indexOf(`${contextVariable}.stream`)
    : -1
  return (cutIndex < 0 ? contextScript : contextScript.slice(0, cutIndex)) + handoffScript
}

interface ScriptProps {
  children?: ReactNode | undefined
  type?: string | undefined
  id?: string | undefined
  async?: boolean | undefined
  dangerouslySetInnerHTML?: { __html: string } | undefined
}

function makeScriptsInert(tree: ReactNode, handoffScript: string): ReactNode {
  return Children.map(tree, (child) => {
    if (!isValidElement<ScriptProps>(child)) return child
    if (child.type === 'link') return null
    if (child.type === Fragment) return <>{makeScriptsInert(child.props.children, handoffScript)}</>
    if (child.type !== 'script') return child
    const __html = child.props.dangerouslySetInnerHTML?.__html ?? ''
    if (child.props.type !== 'module') {
      return cloneElement(child, { dangerouslySetInnerHTML: { __html: insertHandoffScript(__html, handoffScript) } })
    }
    return cloneElement(child, {
      type: 'text/plain',
      id: 'framework',
      async: undefined,
      dangerouslySetInnerHTML: { __html },
    })
  })
}
