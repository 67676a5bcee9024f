import { type ComponentPropsWithoutRef, createContext, forwardRef, useContext, useState } from 'react'
import { accountFieldName } from '../field/form-fields.ts'

/** For whose account the page was made (`http/form-account.server.ts`); undefined for a visitor's. */
export const PageAccountContext = createContext<string | undefined>(undefined)

/** A form sent by POST, which says whose it is: sent while somebody else is signed in, it is refused. */
export const PostForm = forwardRef<HTMLFormElement, Omit<ComponentPropsWithoutRef<'form'>, 'method'>>(function PostForm(
  { className, action, children, ...props },
  ref,
) {
  return (
    <form className={className} method="post" action={action} {...props} ref={ref}>
      <AccountField />
      {children}
    </form>
  )
})

/** Stays as it was when the form was first shown, since what is typed stays, too, when somebody else signs in in another tab. */
export function AccountField() {
  const accountTag = useContext(PageAccountContext)
  const [initialAccountTag] = useState(accountTag)
  return initialAccountTag === undefined ? null : (
    <input type="hidden" name={accountFieldName} value={initialAccountTag} />
  )
}
