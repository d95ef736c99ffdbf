import { expect, test } from 'vitest';
import { throughLoader } from './page-styles.ts';

const through = (code: string) => throughLoader('assets/form-1.js', code);

test('the loader fetches the file of each import first', () => {
  expect(through('w(()=>import(`./a-1.js`),[])')).toBe('w($=>$(`./a-1.js`),[])');
  expect(through('w(async()=>{let{b:e}=await import(`./b-2.js`);return{b:e}},[0]);w(()=>import(`./c-3.js`),[])')).toBe(
    'w(async $=>{let{b:e}=await $(`./b-2.js`);return{b:e}},[0]);w($=>$(`./c-3.js`),[])',
  );
});

test('an import in another shape fails the build', () => {
  expect(() => through('const a=await import(`./a-1.js`)')).toThrow('cannot fetch ./a-1.js first');
  expect(() => through('w(name=>import(`./a-1.js`))')).toThrow('cannot fetch ./a-1.js first');
});

test('R895 a static import that the loader would overlook fails the build, and so does a text that it would take for one', () => {
  expect(through('import{a}from"./a-1.js";import"./b-2.js";')).toBe('import{a}from"./a-1.js";import"./b-2.js";');
  expect(() => through("import{a}from'./a-1.js';")).toThrow('finds other imports than the parser');
  expect(() => through(`const a='from"./a-1.js"'`)).toThrow('finds other imports than the parser');
});
