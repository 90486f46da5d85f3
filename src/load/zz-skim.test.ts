import {readFileSync} from 'node:fs'; import {execSync} from 'node:child_process';
import {test} from 'vitest';
import {LineSplitter} from '/work/main/src/log/split-lines.ts';
import {skimLine} from '/work/main/src/load/skim-line.ts';
import {parseLine} from '/work/main/src/log/parse-line.ts';
test('t',()=>{
const files=execSync("find /work/shared/corpus/projects -name '*.jsonl'").toString().trim().split('\n');
const bufs=files.map(f=>readFileSync(f));
for (const [name,f] of [['skim',skimLine],['parse',parseLine],['skim',skimLine],['parse',parseLine]] as const){
let t=process.cpuUsage().user/1000; let n=0;
for(const b of bufs){ const s=new LineSplitter(); for(const l of s.push(b)) {f(l);n++} for(const l of s.end()) {f(l)} }
console.log(name,process.cpuUsage().user/1000-t,n);
}
let diff=0;
for(const b of bufs){ const s=new LineSplitter(); for(const l of s.push(b)) { const a=skimLine(l), c=parseLine(l); if(a.kind!==c.kind) diff++; if(a.kind==='entry'&&c.kind==='entry'&&(a.value.uuid!==c.value.uuid||a.value.timestamp!==c.value.timestamp)) diff++; } }
console.log('diff',diff);
});
