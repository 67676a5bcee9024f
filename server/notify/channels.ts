import { emailChannel } from './mail/email-channel.ts'
import type { NoticeChannel } from './notice-channel.ts'
import { whatsappChannel } from './whatsapp/whatsapp-channel.ts'

/** Every way to tell somebody of something, a line each. E-mail is what everybody has. */
export const channels: NoticeChannel[] = [emailChannel, whatsappChannel]
