import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { throwNotFound } from '../http/responses.server.ts'
import { buildPageTitle } from '../seo/page-title.ts'
import { componentSheetTexts as texts } from '../texts/component-sheet.ts'
import { ComponentSheet } from './component-sheet.tsx'

/** Outside the sandbox there is no such page. */
export async function loader({ context }: LoaderFunctionArgs) {
  if (!context.shop.isSandbox) return throwNotFound()
  return null
}

export const meta: MetaFunction = ({ matches }) => [{ title: buildPageTitle(matches, texts.title) }]

export default function ComponentsPage() {
  return <ComponentSheet />
}
