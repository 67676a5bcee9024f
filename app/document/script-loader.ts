/**
 * Starts the framework: on 2G and 3G at the first pointer, key or focus event on something enhanced (`data-enhanced`),
 * elsewhere when the page has loaded and the browser is idle, and with `Save-Data` never. An eager page (the Pix page,
 * which watches its payment) does not wait for an event. On 2G and 3G no page is prefetched either: the rules' copy, which React finds
 * in their place, has no effect. Minified by hand: it is sent with every page.
 */
export const scriptLoaderSource = `((d,w)=>{
var me=d.currentScript,c=navigator.connection||{},slow=/2g|3g/.test(c.effectiveType);
if(c.saveData)return;
var r=d.querySelector('[type^=spec]');if(slow)r.replaceWith(r.cloneNode(1));
function go(){var t=d.getElementById('framework');if(t)t.type='module',d.head.append(t),t.remove()}
function touched(e){if(e.target.closest?.('[data-enhanced]'))go()}
if(slow&&!('eager' in me.dataset))['pointerdown','keydown','focusin'].forEach(e=>d.addEventListener(e,touched,true));
else addEventListener('load',()=>w.requestIdleCallback?requestIdleCallback(go,{timeout:4000}):setTimeout(go,1500))
})(document,window);`.replaceAll('\n', '')

/**
 * Counts a page view unless it is the last page counted (specification, section 2); only on pages of visitors who consented.
 * The page's name is its path without the leading slash, 'home' for the root, and only 'produto' for products: their paths
 * would name a medicine. The server sends the collector the same name (server/analytics/analytics.ts). Without localStorage nothing is
 * counted.
 */
export const pageViewTrackerSource = `(w=>{
w.trackPageView=p=>{try{var s=localStorage;if(s.lastRoute!=p){s.lastRoute=p;(w.dataLayer=w.dataLayer||[]).push({event:'page_view',page_name:/^.produto\\b/i.test(p)?'produto':p.slice(1)||'home'});navigator.sendBeacon('/medida',new URLSearchParams({path:p}))}}catch{}};
w.trackPageView(location.pathname)
})(window);`.replaceAll('\n', '')

declare global {
  interface Window {
    /** Defined only with the visitor's consent. */
    trackPageView?: (path: string) => void
  }
}
