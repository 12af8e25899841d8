/**
 * Renders the OpenAPI document as one HTML page. It has no scripts and loads nothing from elsewhere, so it
 * works with the policy of plain documents.
 */
import { PAGE_STYLE } from './document-page-style.ts';
import type { JsonSchema } from './json-schemas.ts';
import type {
  Answer,
  DescribedOperation,
  MediaTypes,
  OpenApiDocument,
  Parameter,
} from './openapi-document.ts';
import { escapeHtml, paragraphs } from './page-text.ts';
import { schemaHtml } from './schema-html.ts';

type Place = { path: string; method: string; operation: DescribedOperation };

export function documentPage(document: OpenApiDocument): string {
  const { info, tags, paths, components } = document;
  const places = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Place => ({ path, method, operation })),
  );
  const sections = tags.map((tag) => ({
    ...tag,
    id: `tag-${tag.name.toLowerCase().replaceAll(' ', '-')}`,
    places: places.filter(({ operation }) => operation.tags?.includes(tag.name)),
  }));
  const title = `${info.title} ${info.version}: REST API`;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title><style>${PAGE_STYLE}</style></head><body><main>`,
    `<h1>${escapeHtml(title)}</h1>`,
    paragraphs(info.summary),
    paragraphs(info.description),
    '<p>For programs: <a href="openapi.json">openapi.json</a> (OpenAPI 3.1).</p>',
    '<nav aria-label="Sections"><ul>',
    ...sections.map(({ id, name }) => `<li><a href="#${id}">${escapeHtml(name)}</a></li>`),
    '<li><a href="#schemas">Schemas</a></li></ul></nav>',
    ...sections.map(
      ({ id, name, description, places }) =>
        `<section><h2 id="${id}">${escapeHtml(name)}</h2>${paragraphs(description)}${places.map(placeHtml).join('')}</section>`,
    ),
    '<section><h2 id="schemas">Schemas</h2>',
    ...Object.entries(components.schemas).map(namedHtml),
    '</section></main></body></html>',
  ].join('\n');
}

/** A link opens a closed `details` only if its target is inside. */
const anchor = (id: string) => `<span id="${id}"></span>`;

function placeHtml({ path, method, operation }: Place): string {
  const { operationId, summary = '', description, security = [], responses } = operation;
  const parameters = (operation.parameters ?? []).filter((each) => 'name' in each);
  const tokens = security.flatMap((names) => Object.keys(names)).map((name) => `<code>${name}</code>`);
  return [
    `<details><summary><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code>`,
    ` <span>${escapeHtml(summary)}</span></summary><div>${anchor(operationId)}`,
    paragraphs(description),
    `<p>Token: ${tokens.join(' or ') || 'none'}. Operation id: <code>${operationId}</code>.</p>`,
    parameters.length > 0 ? `<h3>Parameters</h3><ul>${parameters.map(parameterHtml).join('')}</ul>` : '',
    operation.requestBody ? `<h3>Body</h3>${mediaHtml(operation.requestBody.content)}` : '',
    '<h3>Answers</h3><ul>',
    ...Object.entries(responses).map(([status, answer]) => answerHtml(status, answer)),
    '</ul></div></details>',
  ].join('');
}

function parameterHtml({ name, in: place, required, schema = {} }: Parameter): string {
  return `<li><code>${escapeHtml(name)}</code> (${place}${required ? ', required' : ''}): ${schemaHtml(schema)}</li>`;
}

const mediaHtml = (content: MediaTypes) =>
  Object.entries(content)
    .map(([type, { schema = {} }]) => `<div><code>${escapeHtml(type)}</code>: ${schemaHtml(schema)}</div>`)
    .join('');

const SHARED = '#/components/responses/';

function answerHtml(status: string, answer: Answer): string {
  if ('$ref' in answer) return `<li><b>${status}</b> ${escapeHtml(answer.$ref.replace(SHARED, ''))}</li>`;
  const { description, content = {} } = answer;
  return `<li><b>${status}</b> ${escapeHtml(description)} ${mediaHtml(content)}</li>`;
}

const namedHtml = ([name, schema]: [string, JsonSchema]) =>
  `<details><summary><code>${name}</code></summary><div>${anchor(`schema-${name}`)}${schemaHtml(schema)}</div></details>`;
