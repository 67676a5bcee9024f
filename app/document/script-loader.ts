/**
 * Wakes the framework: on 2G and 3G at the first pointer, key or focus on something enhanced (`data-enhanced`), elsewhere
 * when the page has loaded and the browser is idle; an eager page (the Pix page learns of its payment) never waits for a
 * touch. Kept short by hand: it is sent with every page.
 */
export const scriptLoader = `((d,w)=>{
var me=d.currentScript,done,c=navigator.connection,slow=c&&/2g|3g/.test(c.effectiveType);
if(c&&c.saveData)return;
function go(){if(done)return;done=1;var t=d.getElementById('framework'),s=d.createElement('script');if(!t)return;s.type='module';s.nonce=me.nonce;s.textContent=t.textContent;d.head.appendChild(s).remove()}
function touched(e){if(e.target.closest&&e.target.closest('[data-enhanced]'))go()}
if(slow&&!('eager' in me.dataset))['pointerdown','keydown','focusin'].forEach(e=>d.addEventListener(e,touched,{capture:true,passive:true}));
else addEventListener('load',()=>w.requestIdleCallback?requestIdleCallback(go,{timeout:4000}):setTimeout(go,1500))
})(document,window);`.replaceAll('\n', '')

/**
 * Counts a page unless it is the last one counted (specification, section 2), on pages of visitors who consented. Its name
 * is the path without the leading slash, 'home' for the root; a product's would name a medicine: there it is only the kind of
 * page. A browser that keeps no storage is not counted.
 */
export const pageCounter = `(w=>{
w.countPage=p=>{try{var s=localStorage;if(s.lastRoute!=p){s.lastRoute=p;(w.dataLayer=w.dataLayer||[]).push({event:'page_view',page_name:/^.produto\\b/.test(p)?'produto':p.slice(1)||'home'});navigator.sendBeacon('/medida',new URLSearchParams({path:p}))}}catch{}};
w.countPage(location.pathname)
})(window);`.replaceAll('\n', '')

declare global {
  interface Window {
    /** There where visits may be counted. */
    countPage?: (path: string) => void
  }
}
