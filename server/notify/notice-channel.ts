import type { Context } from '../context.ts'
import type { Channel } from '../outbox/outbox.ts'
import type { Notice, NoticeRecipient } from './notice.ts'

/** A way to tell people of something. */
export interface NoticeChannel {
  name: Channel['name']
  /** Of its job, `mail.sendDue`. */
  jobName: string
  /** Where it reaches somebody; null where it does not, or they do not want it. */
  findAddress(ctx: Context, recipient: NoticeRecipient): Promise<string | null>
  /** What it sends; null where it has no words for the event. */
  render(ctx: Context, notice: Notice): Promise<object | null>
  /** Null where the shop has no access to it: then its notices are only viewed. */
  createSender(ctx: Context): Channel | null
}
