/** A logo as a form sends it: a name beside a drop. */
export const logoSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 60"><path d="M30 4c14 18 20 26 20 34a20 20 0 0 1-40 0C10 30 16 22 30 4z" fill="#0b57d0"/><rect x="70" y="20" width="160" height="20" fill="#123456"/></svg>'

export const svgBlob = (svg = logoSvg) => new Blob([svg], { type: 'image/svg+xml' })
