import { createLazyComponent, PageRedirect } from '../lazy-component/lazy-component.tsx'
import type { DialogProps } from './dialog.tsx'

type LazyDialogProps = DialogProps & {
  /** The page that does the same, opened when the dialog's chunk fails to load. */
  pageHref: string
}

const LoadedDialog = createLazyComponent<typeof import('./dialog.tsx'), LazyDialogProps>(
  () => import('./dialog.tsx'),
  ({ Dialog }) => Dialog,
  PageRedirect,
)

/** The dialog, fetched when it is opened for the first time. */
export function LazyDialog(props: LazyDialogProps) {
  return props.open && <LoadedDialog {...props} />
}
