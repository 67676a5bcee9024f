import { type EmailContent, emailCodeTexts, emailFooterTexts, listEmailFooterLines } from '../../../app/texts/mail.ts'
import type { ShopProfile } from '../../platform/shop-profile.ts'

/** Who an e-mail is from, for its layout. */
export interface EmailSender {
  profile: Pick<ShopProfile, 'name' | 'address' | 'phone' | 'whatsapp' | 'cnpj' | 'accentColor'>
  /** Where the shop's pages are, without a slash at the end. */
  origin: string
}

/** Renders an e-mail's two bodies. The HTML has no pictures and loads nothing remote, so any mail reader can show it. */
export function renderEmail(email: EmailContent, { profile, origin }: EmailSender): { text: string; html: string } {
  const actionUrl = email.action && new URL(email.action.href, `${origin}/`).href
  const unsubscribeUrl = email.unsubscribePath && new URL(email.unsubscribePath, `${origin}/`).href
  const footerLines = listEmailFooterLines(profile)
  const colour = profile.accentColor ? toRgb(profile.accentColor) : 'rgb(0,84,49)'
  const textBlocks = [
    email.code && emailCodeTexts.label(email.code),
    ...email.paragraphs,
    email.action && `${email.action.label}: ${actionUrl}`,
    footerLines.join('\n'),
    unsubscribeUrl && `${emailFooterTexts.unsubscribe}: ${unsubscribeUrl}`,
  ]
  const renderParagraph = (content: string, style = '') => `<p style="margin:0 0 16px;${style}">${content}</p>`
  const htmlBlocks = [
    email.code && renderParagraph(escapeHtml(email.code), 'font-size:32px;font-weight:700;letter-spacing:6px'),
    ...email.paragraphs.map((text) => renderParagraph(escapeHtml(text))),
    email.action &&
      renderParagraph(
        `<a href="${escapeHtml(actionUrl ?? '')}" style="${buttonStyle};background:${colour}">${escapeHtml(email.action.label)}</a>`,
      ),
    renderParagraph(footerLines.map(escapeHtml).join('<br>'), 'color:#565c56;font-size:14px'),
    unsubscribeUrl &&
      renderParagraph(
        `<a href="${escapeHtml(unsubscribeUrl)}">${escapeHtml(emailFooterTexts.unsubscribe)}</a>`,
        'font-size:14px',
      ),
  ]
  // What mail programs show of it in their list.
  const preheader = email.code
    ? `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(emailCodeTexts.label(email.code))}</div>`
    : ''
  return {
    text: textBlocks.filter(Boolean).join('\n\n'),
    html: `<!DOCTYPE html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(email.subject)}</title></head><body style="margin:0;background:#faf8f4">${preheader}<div style="max-width:32rem;margin:0 auto;padding:24px;font:16px/1.5 sans-serif;color:#1b211d"><p style="margin:0 0 24px;font-size:20px;font-weight:700;color:${colour}">${escapeHtml(profile.name)}</p>${htmlBlocks.filter(Boolean).join('')}</div></body></html>`,
  }
}

const buttonStyle =
  'display:inline-block;padding:12px 20px;border-radius:12px;color:#fff;font-weight:600;text-decoration:none'

const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => htmlEntities[character] ?? character)
}

/** #rrggbb as `rgb(0,84,49)`: six digits in a row might be taken for the code. */
function toRgb(colour: string): string {
  return `rgb(${[1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16)).join(',')})`
}
