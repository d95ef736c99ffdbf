const request = `POST /api/v1/sessions
Authorization: Bearer <your key>
Content-Type: application/json

{
  "dealership": "sample-store",
  "request_type": "active_deal",
  "max_users": 3
}`;

const response = `201 Created

{
  "id": "ses_sample",
  "join_url": "https://…/j/sample",
  "expires_in_s": 600
}`;

function Sample({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h4>{title}</h4>
      <pre>
        <code>{text}</code>
      </pre>
    </>
  );
}

/** A sample page of the API's documentation. The server has no such path. */
export function ApiPreview() {
  return (
    <div className="lync-api">
      <div className="wrapped lync-api-head">
        <h3>
          <code>POST /api/v1/sessions</code>
        </h3>
        <span className="tag">preview</span>
      </div>
      <p className="soft">
        Opens a session for one dealership and returns the link that joins it. This is a preview of the documentation:
        the call does not exist yet, and names may change.
      </p>
      <Sample title="Sample request" text={request} />
      <Sample title="Sample response" text={response} />
    </div>
  );
}
