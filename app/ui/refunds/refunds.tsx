import { Message } from '../message/message.tsx'

/** What goes back of an order's payments; nothing where nothing does. */
export function Refunds({ refunds }: { refunds: { key: string; text: string }[] }) {
  if (refunds.length === 0) return null
  return (
    <Message tone="warn">
      {refunds.map(({ key, text }) => (
        <p key={key}>{text}</p>
      ))}
    </Message>
  )
}
