import { expect, test } from 'vitest';
import { throughLoader } from './page-styles.ts';

test('each import of a file asks the loader for its address', () => {
  expect(throughLoader('w(()=>import(`./a-1.js`),[])')).toBe('w($=>import($(`./a-1.js`)),[])');
  expect(throughLoader('w(async()=>{let{b:e}=await import(`./b-2.js`);return{b:e}},[0])')).toBe(
    'w(async $=>{let{b:e}=await import($(`./b-2.js`));return{b:e}},[0])',
  );
});

test('an import in another shape fails the build', () => {
  expect(() => throughLoader('const a=await import(`./a-1.js`)')).toThrow('could not be tried again');
});
