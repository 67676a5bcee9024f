import { GoThere, lazyPart } from '../lazy-part/lazy-part.tsx'
import type { DialogProps } from './dialog.tsx'

export type LazyDialogProps = DialogProps & {
  /** The page that does the same, for where the dialog cannot be fetched. */
  page: string
}

const Fetched = lazyPart<typeof import('./dialog.tsx'), LazyDialogProps>(
  () => import('./dialog.tsx'),
  ({ Dialog }) => Dialog,
  GoThere,
)

/** The dialog, fetched when it is opened for the first time. */
export function LazyDialog(props: LazyDialogProps) {
  return props.open && <Fetched {...props} />
}
