# Answers A2A messages through its inbox. It opens no port, so it works behind a firewall. Sending needs tier T2.
#   TOKEN=fgs_agt_… DID=did:fed:s1:counter python3 examples/a2a-agent.py   (Python 3.9 or newer, no packages)
import http.client, json, os, time, urllib.request
URL, TOKEN, DID = os.environ.get("FEDERATION_URL", "http://localhost:3000"), os.environ["TOKEN"], os.environ["DID"]

def call(path, body=None):
    headers = {"authorization": "Bearer " + TOKEN, "content-type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(URL + path, data, headers), timeout=45)

def answer_to(text):  # Returns the kind and the text of the answer. This is the part to change.
    if not text.strip(): return "a2a.input_required", "Send the text to count."
    return "a2a.completed", f"{len(text.split())} words"

def handle(event):
    if event["kind"] == "a2a.message":
        parts = event["payload"].get("message", {}).get("parts", [])  # Without a message if a guest's content is erased.
        kind, text = answer_to("\n".join(part.get("text", "") for part in parts))
        answer = {"src_did": DID, "dst_did": event["src_did"], "trace_id": event["trace_id"], "kind": kind}
        answer.update(intent="a2a.message", payload={"message": {"parts": [{"text": text}]}}, idempotency_key=event["id"])
        call("/api/relay/send", answer)
    call("/api/relay/inbox/ack", {"cursor": event["cursor"]})

while True:  # A new connection continues after the last acknowledged event.
    try:
        record = json.load(call("/api/agent/join", {"did": DID}))
        about = {"name": "Word counter", "role": "counter", "skills": ["Count the words of a text"]}
        if record["status"] == "unverified": call("/api/agent/register", {**record, **about})
        print(DID, "listens.", flush=True)
        for line in call("/api/relay/stream"):
            if line.startswith(b"data:"): handle(json.loads(line[5:]))
    except (OSError, http.client.HTTPException) as error: print(error, flush=True)
    time.sleep(2)
