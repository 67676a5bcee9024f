import type * as Node from '@remix-run/node'

/** What the server uses of Remix. The pages' build holds it (vite.config.ts), so that no live shop installs the package. */
export type Remix = Pick<typeof Node, 'createReadableStreamFromReadable' | 'createRequestHandler' | 'data'>

interface FormOwnershipGuard {
  /** Refuses an action's form of another account than the one signed in. */
  assertOwnForm(args: Node.ActionFunctionArgs): Promise<void>
}

/** Remix's build, with what `app/entry.server.tsx` exports beside Remix's own. */
export type PagesBuild = Node.ServerBuild & { entry: { module: Remix & FormOwnershipGuard } }
