import { describe, expect, it } from 'vitest';
import { htmlText } from './html-text.ts';

describe('the words of a rich text', () => {
  it.each([
    ['<p>One</p><p>Two<br>Three</p>', 'One\nTwo\nThree'],
    ['a &lt;b&gt; &amp;amp; &#233; &#x1F512;', 'a <b> &amp; é 🔒'],
    ['<script>alert(1)</script>safe<style>p{}</style>', 'safe'],
    ['<img src=x onerror=alert(1)>', ''],
    ['open <b', 'open'],
    ['<ul><li>x</li><li>y</li></ul>', 'x\ny'],
  ])('of %j are %j', (html, words) => {
    expect(htmlText(html)).toBe(words);
  });
});
