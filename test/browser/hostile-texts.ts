// Texts that try to run, to fetch, to steer or to leave their place: each calls `pwned` or asks a foreign host if it can.

const HOST = 'https://evil.example';

export const HOSTILE_TEXTS: readonly string[] = [
  `<script>pwned('script')</script>`,
  `<img src=x onerror="pwned('img')"><img src="${HOST}/i.png">`,
  `<svg onload="pwned('svg')"><script>pwned('svg script')</script><image href="${HOST}/s.svg" /></svg>`,
  `<svg><animate onbegin="pwned('animate')" attributeName=x dur=1s></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror="pwned('mxss')"></style></mglyph></table></mtext></math>`,
  `<iframe src="javascript:parent.pwned('iframe')"></iframe><iframe srcdoc="<script>parent.pwned('srcdoc')</script>"></iframe>`,
  `<object data="${HOST}/o"></object><embed src="${HOST}/e"><link rel=stylesheet href="${HOST}/c.css">`,
  `<style>@import '${HOST}/style.css'; body { background: url(${HOST}/bg.png) }</style>`,
  `<video src="${HOST}/v" onerror="pwned('video')"><audio src="${HOST}/a" autoplay></audio></video>`,
  `<form action="${HOST}/f"><input autofocus onfocus="pwned('focus')"><button formaction="javascript:pwned('form')">x</button></form>`,
  `<details open ontoggle="pwned('toggle')"><summary>x</summary></details><base href="${HOST}/">`,
  `<meta http-equiv="refresh" content="0;url=${HOST}/refresh"><body onload="pwned('body')">`,
  `<a href="javascript:pwned('a')">click</a> <a href="data:text/html,<script>opener.pwned(1)</script>">d</a>`,
  `[click](javascript:pwned('md')) [c](JaVaScRiPt:pwned('md2')) [e](javascript&colon;pwned('md3')) [t](java\tscript:pwned('md4'))`,
  `![x](${HOST}/md.png) ![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9InB3bmVkKDEpIj4=) [![x](${HOST}/in.png)](${HOST})`,
  `[ref][r]\n\n[r]: javascript:pwned('ref') "title"\n\n<${'javascript'}:pwned('auto')>`,
  `[x](${HOST} "onmouseover=pwned('title')") [x]("onclick="pwned('attr')")`,
  `\`\`\`html"onmouseover="pwned('lang')\n<script>pwned('fence')</script>\n\`\`\``,
  `\`\`\`js\n</code></pre><img src=x onerror=pwned('hljs')>\n\`\`\``,
  `| <img src=x onerror=pwned('th')> |\n|---|\n| <script>pwned('td')</script> |`,
  `"><script>pwned('quote')</script><" '><img src=x onerror=pwned('single')>`,
  `</div></main></body><script>pwned('closing')</script><!-- <script>pwned('comment')</script> -->`,
  `\${pwned('template')} {{constructor.constructor("pwned('ng')")()}} javascript:/*--></title></style></textarea>pwned('poly')`,
  `\u001b]8;;javascript:pwned('osc')\u0007link\u001b]8;;\u0007 \u001b[31m<img src=x onerror=pwned('ansi')>\u001b[0m \u001b[38;5;1";onload=pwned('sgr')m`,
  `\u001b[2J\u001b]0;<script>pwned('title')</script>\u0007\u009b31m \u202e<tpircs>\u202c \u0000<scr\u0000ipt>pwned('nul')</scr\u0000ipt>`,
  `<img src="data:image/svg+xml,<svg onload=pwned('data')>"> <a xlink:href="javascript:pwned('xlink')">x</a>`,
  `__proto__ constructor toString <input name=attributes><img name=getElementById id=app>`,
];
