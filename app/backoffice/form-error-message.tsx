import { Message } from '../ui/message/message.tsx'

/** Why a form was refused, where none of its fields says so. */
export function FormErrorMessage({ children }: { children: string }) {
  return (
    <Message tone="error" role="alert">
      {children}
    </Message>
  )
}
