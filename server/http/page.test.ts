import { describe, expect, it } from 'vitest';
import { dataBlock, setMeta } from './page.ts';

describe('page', () => {
  it('fills a meta that is there and adds one that is not', () => {
    const html = '<head><meta name="a" content="" /></head>';
    expect(setMeta(html, 'a', 'http://x/?a=1&b="2"')).toBe(
      '<head><meta name="a" content="http://x/?a=1&amp;b=&quot;2&quot;" /></head>',
    );
    expect(setMeta(html, 'b', '$&')).toBe(
      '<head><meta name="a" content="" /><meta name="b" content="$&amp;" /></head>',
    );
  });

  it('embeds values that cannot end their block and come back unchanged', () => {
    const value = { state: '</script><script>alert(1)</script>', error: '<!-- \u2028 &amp;' };
    const block = dataBlock('answer', value);
    expect(block.match(/<\/?script/g)).toEqual(['<script', '</script']);
    const json = block.slice(block.indexOf('>') + 1, block.lastIndexOf('<'));
    expect(JSON.parse(json)).toEqual(value);
  });
});
