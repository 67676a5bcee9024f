import { drawing, stroke } from '../svg.ts'

/**
 * The outline that stands for every product whose picture may not be shown.
 *
 * RDC 44/2009, art. 54: no image of prescription medicines on a pharmacy's site. It must resemble no product.
 */
export function neutral(): string {
  const outline = 'M84 152 122 126H330L292 152ZM84 152H292V296H84ZM292 152 330 126V268L292 296'
  return drawing(
    [52, 56, 308],
    stroke(outline, '#808a83', 5),
    stroke('M112 186H206M112 208H176', '#808a83', 5),
    `<path d="M112 262H264" stroke="#808a83" stroke-width="5" stroke-linecap="round" stroke-dasharray="2 14"/>`,
    stroke(
      'M232 184h24a10 10 0 0 1 10 10v24a10 10 0 0 1-10 10h-24a10 10 0 0 1-10-10v-24a10 10 0 0 1 10-10Z',
      '#808a83',
      5,
    ),
    stroke('M244 196v20M234 206h20', '#808a83', 5),
  )
}
